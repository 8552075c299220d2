package io.duetime.engine.tck.queue;

import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;

/** One definition with the name {@code tick}, at a clock that begins just after midnight. */
abstract class TickContract extends Contract {
  static final long HOUR = 3_600_000;
  static final long DAY = 24 * HOUR;

  /** Midnight, a millisecond before the clock's now. */
  long start;

  @BeforeEach
  void startJustAfterMidnight() {
    start = now() / DAY * DAY + DAY;
    advanceTo(start + 1);
  }

  static RecurringJob every(long millis, MissedTicks missed) {
    return every(millis, missed, "template");
  }

  static RecurringJob every(long millis, MissedTicks missed, String payload) {
    return new RecurringJob(
        "tick", Schedule.every(Duration.ofMillis(millis)), Jobs.job(payload).build(), missed);
  }

  static RecurringJob every(long millis, TickRules rules) {
    return new RecurringJob(
        "tick", Schedule.every(Duration.ofMillis(millis)), Jobs.job("template").build(), rules);
  }

  static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  RecurringJob.View put(RecurringJob job) {
    return put(RecurringChange.of(job));
  }

  RecurringJob.View put(RecurringChange change) {
    return change(change).view().orElseThrow();
  }

  RecurringResult change(RecurringChange change) {
    return Answers.of(engine().putRecurring(queue.name(), change));
  }

  RecurringJob.View pause() {
    return pause(OptionalLong.empty()).view().orElseThrow();
  }

  RecurringResult pause(OptionalLong version) {
    return Answers.of(engine().pauseRecurring(queue.name(), "tick", version));
  }

  RecurringJob.View resume() {
    return resume(OptionalLong.empty()).view().orElseThrow();
  }

  RecurringResult resume(OptionalLong version) {
    return Answers.of(engine().resumeRecurring(queue.name(), "tick", version));
  }

  Optional<RecurringJob.View> remove() {
    return remove(OptionalLong.empty()).view();
  }

  RecurringResult remove(OptionalLong version) {
    return remove(version, PendingTicks.WITHDRAW);
  }

  RecurringResult remove(OptionalLong version, PendingTicks pending) {
    return Answers.of(engine().removeRecurring(queue.name(), "tick", version, pending));
  }

  RecurringJob.View view() {
    return queue.recurring().get(0);
  }

  static String id(long tick) {
    return "tick@" + Instant.ofEpochMilli(tick);
  }

  List<String> waiting() {
    return queue.ids(Selection.WAITING);
  }

  /**
   * Moves on to a moment, at each time that maintenance asks for, and returns the jobs that ran.
   */
  List<String> runUntil(long moment) {
    List<String> ran = new ArrayList<>();
    long next = now();
    while (next <= moment) {
      advanceTo(Math.max(next, now()));
      long due = maintain().comeBackAtMillis();
      ran.addAll(queue.run(2_000));
      next = Math.max(now() + 1, Math.min(due, claimableAt()));
    }
    advanceTo(moment);
    return ran;
  }

  private long claimableAt() {
    return queue.claim(ClaimRequest.of(1, TestQueue.LEASE.toMillis())).comeBackAtMillis();
  }
}
