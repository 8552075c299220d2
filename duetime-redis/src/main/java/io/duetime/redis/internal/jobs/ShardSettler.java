package io.duetime.redis.internal.jobs;

import io.duetime.Durability;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import io.duetime.redis.internal.script.Outcome;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.BatchAnswers;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Settles leases in the shards that their tokens name. */
public record ShardSettler(RedisStore store, PermitKeeper permits) {
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    BatchAnswers<Settled> batch =
        new BatchAnswers<>(settlements.size(), Settled.LOST, ShardSettler::isDone);
    Asked asked = new Asked(queue, List.copyOf(settlements), durability, batch);
    return batch
        .ask(
            batch.open(at -> asked.lease(at).queue().equals(queue)),
            at -> asked.lease(at).shard(),
            at -> weight(settlements.get(at)),
            (shard, piece) -> send(asked, shard, piece))
        .thenApply(BatchAnswers::orThrow);
  }

  private record Asked(
      String queue,
      List<Settlement> settlements,
      Durability durability,
      BatchAnswers<Settled> batch) {
    LeaseToken lease(int at) {
      return settlements.get(at).lease();
    }
  }

  private static boolean isDone(Settled result) {
    return result.outcome() != SettleOutcome.LEASE_LOST;
  }

  private static long weight(Settlement settlement) {
    return (long) settlement.lease().id().length() + Fate.of(settlement.request()).text.length();
  }

  private CompletionStage<Integer> send(Asked asked, ShardId shard, List<Integer> places) {
    List<Settlement> piece = Calls.each(places, asked.settlements::get);
    boolean acksAlone = piece.stream().allMatch(one -> one.request() instanceof SettleRequest.Ack);
    Arguments arguments = Arguments.of(piece.size());
    if (acksAlone) {
      addAcks(arguments, piece);
    } else {
      piece.forEach(settlement -> add(arguments, settlement));
    }
    ShardKeys keys = store.shard(asked.queue, shard);
    return permits
        .extend(asked.queue, piece)
        .thenCompose(
            done -> store.ifThere(keys, acksAlone ? "ack" : "settle", arguments, asked.durability))
        .thenApply(answer -> {
          List<Settled> results =
              answer
                  .map(ShardSettler::results)
                  .orElse(Collections.nCopies(piece.size(), Settled.LOST));
          long tokens = acksAlone || answer.isEmpty() ? 0 : answer.get().number("tokens");
          permits.settled(asked.queue, piece, results, tokens);
          for (int i = 0; i < results.size(); i++) {
            asked.batch.answer(places.get(i), results.get(i));
          }
          return results.size();
        });
  }

  /**
   * The ids, then fence and message, each once for leases of one claim with the same message that
   * follow each other.
   */
  private static void addAcks(Arguments arguments, List<Settlement> acks) {
    acks.forEach(ack -> arguments.add(ack.lease().id()));
    for (int from = 0; from < acks.size(); ) {
      Settlement first = acks.get(from);
      int to = from + 1;
      while (to < acks.size() && isOfGroup(first, acks.get(to))) {
        to++;
      }
      arguments.add(first.lease().fence()).add(to - from).add(message(first));
      from = to;
    }
  }

  private static boolean isOfGroup(Settlement first, Settlement next) {
    return next.lease().fence() == first.lease().fence() && message(next).equals(message(first));
  }

  private static String message(Settlement ack) {
    return ((SettleRequest.Ack) ack.request()).message();
  }

  private static void add(Arguments arguments, Settlement settlement) {
    LeaseToken lease = settlement.lease();
    SettleRequest request = settlement.request();
    Fate fate = Fate.of(request);
    arguments
        .add(request.isUnconfirmed() ? fate.kind + "U" : fate.kind)
        .add(lease.id())
        .add(lease.fence())
        .add(orEmpty(time(request)))
        .add(orEmpty(request.priority()))
        .add(fate.text)
        .add(fate.failure == null ? "" : fate.failure.fingerprint(fate.text));
  }

  private static @Nullable Long time(SettleRequest request) {
    return request instanceof SettleRequest.Extend extend
        ? Long.valueOf(extend.extendByMillis())
        : request.delayMillis();
  }

  private static String orEmpty(@Nullable Long number) {
    return number == null ? "" : number.toString();
  }

  /**
   * What the script does.
   *
   * @param failure how the attempt ends if it failed, otherwise null
   * @param text the reason of the failure, the message of a done job, or the note of an extension
   */
  private record Fate(String kind, AttemptRecord.@Nullable Outcome failure, String text) {
    static Fate of(SettleRequest request) {
      return switch (request.verb()) {
        case ACK -> new Fate("A", null, ((SettleRequest.Ack) request).message());
        case RETRY -> {
          boolean isEarly = ((SettleRequest.Retry) request).isEarly();
          yield new Fate(isEarly ? "N" : "R", AttemptRecord.Outcome.FAILED, request.reason());
        }
        case BURY -> new Fate("B", AttemptRecord.Outcome.BURIED, request.reason());
        case EXTEND -> new Fate("E", null, noteOf((SettleRequest.Extend) request));
        case RELEASE -> {
          String why = ((SettleRequest.Release) request).interruption();
          yield why == null
              ? new Fate("G", null, "")
              : new Fate("I", AttemptRecord.Outcome.INTERRUPTED, why);
        }
      };
    }
  }

  private static String noteOf(SettleRequest.Extend extend) {
    return extend.note() == null ? "" : extend.note();
  }

  private static List<Settled> results(ScriptReply reply) {
    return Calls.each(
        reply.each(),
        row -> result(Outcome.of(row.number("outcome")), row).reached(reply.reached()));
  }

  private static Settled result(Outcome outcome, ScriptReply row) {
    if (outcome == Outcome.EXTENDED_CANCELLED) {
      return Settled.extended(row.number("moment"), true);
    }
    SettleOutcome as = outcome.as(SettleOutcome.class);
    long moment = row.has("moment") ? row.number("moment") : 0;
    return moment == 0 ? Settled.of(as) : Settled.of(as, moment);
  }
}
