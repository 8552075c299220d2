package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.shard.ShardKeys;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps shards whose node is away, or stands still, from holding up those of other nodes. A shard
 * that takes long to answer is away until it answers: it is asked now and then, and nobody waits
 * for it. Jobs that a late answer brings go back as they were. Thread safe.
 */
final class LateAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(LateAnswers.class);

  /** How long the others wait, once. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private final Store store;
  private final TimeSource time;
  private final LeaseSettler settler;
  private final ConcurrentMap<Place, Away> away = new ConcurrentHashMap<>();

  LateAnswers(Store store, TimeSource time, LeaseSettler settler) {
    this.store = store;
    this.time = time;
    this.settler = settler;
  }

  private record Place(String queue, ShardId shard) {
    static Place of(ShardKeys keys) {
      return new Place(keys.queue(), keys.shard());
    }
  }

  /** A shard that is away: it is being asked, or was at some moment. */
  private record Away(boolean isAsked, long nanos) {}

  /** Whether shards may lie on several nodes; only then does one have to wait for another. */
  boolean areApart() {
    return store.link().nodes().size() > 1;
  }

  /** Whether not to wait for a shard. */
  boolean isAway(ShardKeys keys) {
    return !away.isEmpty() && away.containsKey(Place.of(keys));
  }

  /** Whether it is time to ask a shard that is away; true for one caller alone. */
  boolean isToBeAsked(ShardKeys keys) {
    Place place = Place.of(keys);
    Away before = away.get(place);
    return before != null
        && !before.isAsked
        && time.nanoTime() - before.nanos >= ASK_AGAIN.toNanos()
        && away.replace(place, before, new Away(true, before.nanos));
  }

  /**
   * What a shard answers, or something else if that takes long.
   *
   * @param instead also what a call completes with that was not answered
   * @param whenLate is run before that is given instead
   */
  <T> CompletionStage<T> inTime(
      ShardKeys keys, CompletionStage<T> call, T instead, Runnable whenLate) {
    Place place = Place.of(keys);
    CompletableFuture<T> answer = new CompletableFuture<>();
    AtomicBoolean isOver = new AtomicBoolean();
    Timer timer =
        time.after(
            GRACE,
            () -> {
              if (isOver.compareAndSet(false, true)) {
                away.put(place, new Away(true, time.nanoTime()));
                whenLate.run();
                answer.complete(instead);
              }
            });
    call.whenComplete((value, failure) -> {
      timer.cancel();
      boolean isInTime = isOver.compareAndSet(false, true);
      if (failure == null && !instead.equals(value)) {
        away.remove(place);
      } else {
        away.computeIfPresent(place, (same, before) -> new Away(false, time.nanoTime()));
      }
      if (isInTime) {
        Stages.complete(answer, value, failure);
      }
    });
    return answer;
  }

  /** Nobody waits for these jobs any more. */
  void giveBack(String queue, List<ClaimedJob> jobs) {
    if (jobs.isEmpty()) {
      return;
    }
    List<Settlement.Release> releases =
        jobs.stream().map(job -> new Settlement.Release(job.lease())).toList();
    settler
        .settle(queue, releases, Durability.NONE)
        .whenComplete((settled, failure) -> {
          if (failure != null) {
            LOG.warn(
                "{} jobs of queue {} that were claimed too late run when their leases have ended",
                jobs.size(),
                queue,
                failure);
          }
        });
  }
}
