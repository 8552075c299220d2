package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.SettleOutcome;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.script.Script;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Settles leases, where they say that their jobs lie. */
final class LeaseSettler {
  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final PermitKeeper permits;
  private final Script ack;
  private final Script settle;

  LeaseSettler(Store store, ShardCaller caller, UpkeepNotes upkeep, PermitKeeper permits) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.permits = permits;
    this.ack = store.script("ack");
    this.settle = store.script("settle");
  }

  CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    List<Settlement> ours = new ArrayList<>(settlements.size());
    for (Settlement settlement : settlements) {
      if (settlement.lease().queue().equals(queue)) {
        ours.add(settlement);
      }
    }
    CompletionStage<List<SettleResult>> answers =
        Pieces.<Settlement, SettleResult>each(
                ours,
                settlement -> settlement.lease().shard(),
                LeaseSettler::weight,
                (shard, piece) -> send(queue, shard, piece, durability))
            .thenApply(all -> all.orThrow(LeaseSettler::isDone));
    return ours.size() == settlements.size()
        ? answers
        : answers.thenApply(some -> withLost(queue, settlements, some));
  }

  private static boolean isDone(SettleResult result) {
    return result.outcome() != SettleOutcome.LEASE_LOST;
  }

  private static List<SettleResult> withLost(
      String queue, List<? extends Settlement> settlements, List<SettleResult> answers) {
    List<SettleResult> all = new ArrayList<>(settlements.size());
    int next = 0;
    for (Settlement settlement : settlements) {
      all.add(settlement.lease().queue().equals(queue) ? answers.get(next++) : SettleResult.LOST);
    }
    return all;
  }

  private static long weight(Settlement settlement) {
    return (long) settlement.lease().id().length() + reason(settlement).length();
  }

  private CompletionStage<List<SettleResult>> send(
      String queue, ShardId shard, List<Settlement> piece, Durability durability) {
    boolean acksAlone = piece.stream().allMatch(Settlement.Ack.class::isInstance);
    Arguments arguments = new Arguments().add(piece.size());
    if (acksAlone) {
      addAcks(arguments, piece);
    } else {
      piece.forEach(settlement -> add(arguments, settlement));
    }
    CompletableFuture<List<SettleResult>> results = new CompletableFuture<>();
    permits
        .extend(queue, piece)
        .thenCompose(done ->
            caller.ifThere(
                store.keys().shard(queue, shard), acksAlone ? ack : settle, arguments, durability))
        .whenComplete((answer, failure) -> {
          if (failure != null) {
            results.completeExceptionally(failure);
          } else {
            Settled settled =
                answer
                    .map(reply -> settled(queue, acksAlone, reply))
                    .orElseGet(() -> Settled.lost(piece.size()));
            results.complete(settled.results);
            // The caller does not wait for it.
            permits.settled(queue, piece, settled.results, settled.tokens);
          }
        });
    return results;
  }

  /** What a piece came to, and how many tokens the home shard is to have back. */
  private record Settled(List<SettleResult> results, long tokens) {
    static Settled lost(int count) {
      return new Settled(Collections.nCopies(count, SettleResult.LOST), 0);
    }
  }

  /** The ids, then the fences, each once for leases of one claim that follow each other. */
  private static void addAcks(Arguments arguments, List<Settlement> acks) {
    acks.forEach(ack -> arguments.add(ack.lease().id()));
    for (int from = 0; from < acks.size(); ) {
      long fence = acks.get(from).lease().fence();
      int to = from + 1;
      while (to < acks.size() && acks.get(to).lease().fence() == fence) {
        to++;
      }
      arguments.add(fence).add(to - from);
      from = to;
    }
  }

  private static void add(Arguments arguments, Settlement settlement) {
    LeaseToken lease = settlement.lease();
    arguments
        .add(kind(settlement))
        .add(lease.id())
        .add(lease.fence())
        .add(orEmpty(time(settlement)))
        .add(orEmpty(priority(settlement)))
        .add(reason(settlement));
  }

  private static String orEmpty(@Nullable Long number) {
    return number == null ? "" : number.toString();
  }

  private static String kind(Settlement settlement) {
    if (settlement instanceof Settlement.Ack) {
      return "A";
    }
    if (settlement instanceof Settlement.Retry) {
      return "R";
    }
    if (settlement instanceof Settlement.Bury) {
      return "B";
    }
    return settlement instanceof Settlement.Extend ? "E" : "G";
  }

  private static @Nullable Long time(Settlement settlement) {
    if (settlement instanceof Settlement.Retry retry) {
      return retry.delayMillis();
    }
    return settlement instanceof Settlement.Extend extend ? extend.extendByMillis() : null;
  }

  private static @Nullable Long priority(Settlement settlement) {
    if (settlement instanceof Settlement.Retry retry) {
      return retry.priority();
    }
    return settlement instanceof Settlement.Bury bury ? bury.priority() : null;
  }

  private static String reason(Settlement settlement) {
    if (settlement instanceof Settlement.Retry retry) {
      return retry.reason();
    }
    return settlement instanceof Settlement.Bury bury ? bury.reason() : "";
  }

  private Settled settled(String queue, boolean acksAlone, Reply reply) {
    upkeep.hear(queue, reply);
    List<SettleResult> results = new ArrayList<>();
    for (ReplyPart row : reply.each()) {
      int code = (int) row.number("outcome");
      results.add(result(code, acksAlone ? 0 : row.number("moment")).reached(reply.reached()));
    }
    return new Settled(results, acksAlone ? 0 : reply.number("tokens"));
  }

  private static SettleResult result(int code, long moment) {
    return switch (code) {
      case 0 -> SettleResult.LOST;
      case 1 -> SettleResult.of(SettleOutcome.ACKED);
      case 2 -> SettleResult.of(SettleOutcome.RETRYING, moment);
      case 3 -> SettleResult.of(SettleOutcome.DEAD);
      case 4 -> SettleResult.of(SettleOutcome.SUCCEEDED, moment);
      case 5 -> SettleResult.of(SettleOutcome.CANCELLED);
      case 6 -> SettleResult.of(SettleOutcome.EXTENDED, moment);
      case 7 -> SettleResult.extended(moment, true);
      case 8 -> SettleResult.of(SettleOutcome.RELEASED, moment);
      default -> throw new IllegalStateException("no outcome of number " + code);
    };
  }
}
