package io.duetime.internal.client.read;

import io.duetime.Counts;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.QueueCounts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Converts the engine's answers about a queue into those of the API, with moments for milliseconds.
 */
final class QueueAnswers {
  private QueueAnswers() {}

  static Counts counts(QueueCounts counts) {
    QueueCounts.ByState now = counts.now();
    QueueCounts.Events since = counts.since();
    return new Counts(
        new Counts.States(
            now.delayed(), now.ready(), now.running(), now.dead(), now.done(), now.cancelled()),
        new Counts.Events(
            since.scheduled(),
            since.claimed(),
            since.acked(),
            since.retried(),
            since.leasesLost(),
            since.died(),
            since.deadDropped(),
            since.expired(),
            since.dropped(),
            since.cancelled(),
            since.setAside()),
        momentOrNull(counts.oldestReadyMillis()),
        momentOrNull(counts.nextDueMillis()));
  }

  static Timeline timeline(io.duetime.engine.QueueTimeline timeline) {
    return new Timeline(
        Instant.ofEpochMilli(timeline.nowMillis()),
        timeline.buckets().stream().map(QueueAnswers::bucket).toList());
  }

  static QueueConsumer consumer(ConsumerPresence presence) {
    return new QueueConsumer(
        presence.name(), Instant.ofEpochMilli(presence.lastSeenMillis()), presence.running());
  }

  static @Nullable Instant momentOrNull(long millis) {
    return millis == ClaimResult.NEVER ? null : Instant.ofEpochMilli(millis);
  }

  private static Timeline.Bucket bucket(io.duetime.engine.QueueTimeline.Bucket bucket) {
    long mean = bucket.ran() == 0 ? 0 : bucket.latenessSumMillis() / bucket.ran();
    return new Timeline.Bucket(
        Instant.ofEpochMilli(bucket.fromMillis()),
        Instant.ofEpochMilli(bucket.toMillis()),
        bucket.waiting(),
        bucket.ran(),
        Duration.ofMillis(mean),
        Duration.ofMillis(bucket.latenessMaxMillis()));
  }
}
