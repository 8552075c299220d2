package io.duetime.engine;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.RetryableException;
import io.duetime.Schedule;
import io.duetime.TickRules;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition. Each tick creates exactly one job, with the id {@code name@instant}, one
 * tick ahead of its time, even when several processes share the store.
 *
 * @param name unique within the queue; at most 200 bytes, so that the ids of its jobs fit
 * @param schedule when it ticks
 * @param template what each tick schedules; its id and due time are not used
 * @param rules which ticks run
 * @param owner who has put it, such as the name of an application; null if nobody claims it
 */
public record RecurringJob(
    String name, Schedule schedule, JobSpec template, TickRules rules, @Nullable String owner) {
  /** The version of a definition that does not exist. */
  public static final long ABSENT = 0;

  /** Checks the name, and that nothing is null. */
  public RecurringJob {
    Limits.recurringName(name);
    Limits.given("schedule", schedule);
    Limits.given("template", template);
    Limits.given("rules", rules);
    if (owner != null) {
      Limits.text("owner", owner);
    }
  }

  /** Creates a definition without an owner. */
  public RecurringJob(String name, Schedule schedule, JobSpec template, TickRules rules) {
    this(name, schedule, template, rules, null);
  }

  /** Creates a definition whose ticks do not end. */
  public RecurringJob(String name, Schedule schedule, JobSpec template, MissedTicks missed) {
    this(name, schedule, template, TickRules.of(missed));
  }

  /** Returns the same definition as it is put again, where it is not to tick at once. */
  public RecurringJob withoutFirstNow() {
    TickRules later =
        new TickRules(
            rules.missed(), rules.grace(), rules.until(), rules.times(), false, rules.overlap());
    return new RecurringJob(name, schedule, template, later, owner);
  }

  /** What happens to missed ticks. */
  public MissedTicks missed() {
    return rules.missed();
  }

  /** Returns the same definition with a payload array of its own. */
  public RecurringJob copy() {
    JobSpec copied = template.toBuilder().body(template.body().copy()).build();
    return new RecurringJob(name, schedule, copied, rules, owner);
  }

  /** Returns the id of a tick's job. */
  public String idAt(long tickMillis) {
    return name + "@" + Instant.ofEpochMilli(tickMillis);
  }

  /** Returns the job of a tick, or of a run that was asked for at a moment. */
  public JobSpec jobAt(long tickMillis) {
    return template.toBuilder()
        .id(idAt(tickMillis))
        .due(DueTime.at(tickMillis))
        .onConflict(OnConflict.KEEP)
        .nonce(0)
        .build();
  }

  /** Refuses a run that would overlap an earlier job of its definition. */
  public static DuetimeException overlaps(String name) {
    return new RetryableException(
        ErrorCode.OVERLAP,
        "recurring job "
            + Limits.recurringName(name)
            + ": an earlier job has begun and not ended, and overlap is SKIP");
  }

  /**
   * A definition as it is stored.
   *
   * @param job the definition
   * @param version grows with each change of the definition or of its pause, not with its ticks. It
   *     is at least the time of the change in epoch milliseconds, so a definition that was removed
   *     and stored again gets no version that it had.
   * @param paused whether it is paused
   * @param ticks its ticks
   */
  public record View(RecurringJob job, long version, boolean paused, Ticks ticks) {
    /** Returns the ids of the jobs that wait for future ticks, also of an earlier schedule. */
    public List<String> pendingIds() {
      return ticks.pendingMillis().stream().map(job::idAt).toList();
    }
  }

  /**
   * The ticks of a definition.
   *
   * @param lastMillis the latest tick up to now that created a job, 0 for none
   * @param nextMillis the next ticks that will run, at most 5, ascending; none while paused
   * @param pendingMillis the future ticks whose jobs wait already, ascending
   * @param skipped how many missed ticks created no job, or had their job withdrawn
   */
  public record Ticks(
      long lastMillis, List<Long> nextMillis, List<Long> pendingMillis, long skipped) {
    /** Returns the next tick that will run, or {@link ClaimResult#NEVER}. */
    public long firstMillis() {
      return nextMillis.isEmpty() ? ClaimResult.NEVER : nextMillis.get(0);
    }
  }
}
