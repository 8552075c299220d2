package io.duetime.internal.client;

import io.duetime.Cancelled;
import io.duetime.Counts;
import io.duetime.DuetimeException;
import io.duetime.QueueConsumer;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Timeline;
import io.duetime.engine.CancelResult;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Turns what engines answer into what callers read: moments instead of milliseconds. */
final class Answers {
  private Answers() {}

  static Scheduled scheduled(ScheduleResult result) {
    Instant dueAt = Instant.ofEpochMilli(result.refusal() == null ? result.dueAtMillis() : 0);
    return new Scheduled(
        result.id(), result.outcome(), dueAt, result.durability(), result.refusal());
  }

  static Rescheduled rescheduled(String id, RescheduleResult result) {
    boolean isDue =
        result.outcome() == RescheduleOutcome.RESCHEDULED
            || result.outcome() == RescheduleOutcome.NOT_MET;
    Instant dueAt = isDue ? Instant.ofEpochMilli(result.dueAtMillis()) : null;
    return new Rescheduled(id, result.outcome(), dueAt, result.durability(), result.refusal());
  }

  static Cancelled cancelled(String id, CancelResult result) {
    return new Cancelled(id, result.outcome(), result.durability(), result.refusal());
  }

  /** The answer of a single call, whose refusal is an exception. */
  static <T> T orThrow(T answer, @Nullable DuetimeException refusal) {
    if (refusal != null) {
      throw refusal;
    }
    return answer;
  }

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

  static Timeline timeline(io.duetime.engine.Timeline timeline) {
    return new Timeline(
        Instant.ofEpochMilli(timeline.nowMillis()),
        timeline.buckets().stream().map(Answers::bucket).toList());
  }

  static QueueConsumer consumer(ConsumerPresence presence) {
    return new QueueConsumer(
        presence.name(), Instant.ofEpochMilli(presence.lastSeenMillis()), presence.running());
  }

  static @Nullable Instant momentOrNull(long millis) {
    return millis == ClaimResult.NEVER ? null : Instant.ofEpochMilli(millis);
  }

  private static Timeline.Bucket bucket(io.duetime.engine.Timeline.Bucket bucket) {
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
