package io.duetime.redis.internal.epoch;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Carries jobs that have ended in an older epoch to the newest: the old shard takes them out and
 * keeps them apart, the new shard adopts them, the old shard lets them go. Each step may be the
 * last one before a crash; the next process repeats it. The newest epoch remembers for a while
 * which jobs have arrived, so that none arrives twice.
 */
public record EpochCarrier(RedisStore store, TimeSource time) {
  private static final List<String> DEAD_REMEMBERED_ASIDE = List.of("D", "R", "A");
  private static final List<String> DEAD_REMEMBERED = List.of("D", "R");
  private static final int MOST_ROUNDS = 50;

  /** A job on its way; one that was set aside has no state. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Ended(String id, byte[] record, byte[] state) {}

  /** A walk through a shard that was sealed. */
  private record Way(ShardKeys from, QueueShards shards) {}

  /**
   * The latest moment at which jobs were sent, by the clock of the old shard and by that of this
   * process.
   */
  private record Sent(long at, long nanos) {}

  private record Adopted(long now, boolean hasArrived) {
    /** The shard does not exist. */
    static final Adopted NOWHERE = new Adopted(0, false);
  }

  /**
   * Carries a bounded number of jobs out of a shard that was sealed; answers whether all that were
   * taken out have arrived. Jobs that were set aside in the home shard stay there.
   */
  CompletionStage<Boolean> carry(ShardKeys from, QueueShards shards) {
    Way way = new Way(from, shards);
    CompletionStage<Boolean> all = Stages.done(true);
    for (String group : from.shard().epoch() == 0 ? DEAD_REMEMBERED : DEAD_REMEMBERED_ASIDE) {
      all =
          all.thenCompose(
              arrived -> arrived ? carry(way, group, 0, MOST_ROUNDS) : Stages.done(false));
    }
    return all;
  }

  private CompletionStage<Boolean> carry(Way way, String group, long rank, int roundsLeft) {
    long asked = time.nanoTime();
    return store
        .ifThere(way.from, "take_out", Arguments.of(group, rank))
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            return Stages.done(true);
          }
          ScriptReply reply = answer.get();
          Sent sent = new Sent(reply.number("now"), asked);
          long behind = reply.number("behind");
          return deliver(way, reply, sent)
              .thenCompose(all ->
                  all && behind >= 0 && roundsLeft > 0
                      ? carry(way, group, behind, roundsLeft - 1)
                      : Stages.done(all));
        });
  }

  /**
   * Delivers jobs that were taken out of older shards before and may have the given ids; answers
   * whether all have arrived.
   */
  CompletionStage<Boolean> finish(String queue, Collection<String> ids, QueueShards shards) {
    List<ShardId> places =
        ids.stream().flatMap(id -> shards.olderOf(id).stream()).distinct().toList();
    return Stages.inTurn(places, place -> finish(store.shard(queue, place), shards))
        .thenApply(arrived -> !arrived.contains(false));
  }

  private CompletionStage<Boolean> finish(ShardKeys from, QueueShards shards) {
    long asked = time.nanoTime();
    return store
        .ifThere(from, "leaving", new Arguments())
        .thenCompose(answer ->
            answer.isEmpty()
                ? Stages.done(true)
                : deliver(
                    new Way(from, shards),
                    answer.get(),
                    new Sent(answer.get().number("now"), asked)));
  }

  /** Answers whether all have arrived. */
  private CompletionStage<Boolean> deliver(Way way, ScriptReply reply, Sent sent) {
    Map<ShardId, List<Ended>> places = new LinkedHashMap<>();
    for (ScriptReply row : reply.each()) {
      Ended ended = new Ended(row.text("id"), row.bytes("record"), row.bytes("state"));
      places.computeIfAbsent(way.shards.of(ended.id), place -> new ArrayList<>()).add(ended);
    }
    return Stages.inTurn(
            List.copyOf(places.entrySet()),
            place -> deliver(way, place.getKey(), place.getValue(), sent))
        .thenApply(arrived -> !arrived.contains(false));
  }

  // The clocks of the two shards may differ: a shard that refuses tells its own time, which the
  // second request uses. The clock of this process tells how much time has passed at least.
  private CompletionStage<Boolean> deliver(Way way, ShardId place, List<Ended> ended, Sent sent) {
    return adopt(way, place, ended, sent.at)
        .thenCompose(first ->
            first.hasArrived || first.equals(Adopted.NOWHERE)
                ? Stages.done(first)
                : adopt(way, place, ended, first.now - millisSince(sent.nanos)))
        .thenCompose(adopted ->
            adopted.hasArrived
                ? forgetMoved(way.from, ended).thenApply(done -> true)
                : Stages.done(false));
  }

  private long millisSince(long nanos) {
    return Duration.ofNanos(time.nanoTime() - nanos).toMillis() + 1;
  }

  private CompletionStage<Adopted> adopt(Way way, ShardId place, List<Ended> ended, long sent) {
    Arguments arguments = Arguments.of(sent, ended.size());
    ended.forEach(one -> arguments.add(one.id).add(one.record).add(one.state));
    return store
        .makeIfLive(store.shard(way.from.queue(), place), "adopt", arguments)
        .thenApply(answer -> answer.map(EpochCarrier::adopted).orElse(Adopted.NOWHERE));
  }

  private static Adopted adopted(ScriptReply reply) {
    return new Adopted(reply.number("now"), reply.isTrue("arrived"));
  }

  private CompletionStage<Optional<ScriptReply>> forgetMoved(ShardKeys from, List<Ended> ended) {
    List<String> ids = ended.stream().map(Ended::id).toList();
    return store.ifThere(from, "let_go", new Arguments().addAll(ids));
  }
}
