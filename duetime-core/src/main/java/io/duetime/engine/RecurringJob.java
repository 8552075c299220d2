package io.duetime.engine;

import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.Schedule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job that is made again and again. Each tick makes exactly one job, with the id {@code
 * name@instant}, one ahead of its time, however many processes share the store.
 *
 * @param name unique within the queue; the ids of its jobs have to fit, so at most 200 bytes
 * @param schedule when
 * @param template what each tick schedules; its id and due time are not used
 * @param missed what becomes of ticks that passed while no process was open or it was paused
 */
public record RecurringJob(String name, Schedule schedule, JobSpec template, Missed missed) {

  /** What becomes of ticks that passed while no process was open or the definition was paused. */
  public enum Missed {
    /** Only the latest runs. */
    LATEST,
    /** All run, at most the latest 1,000; the rest are counted. */
    ALL,
    /** None runs. */
    NONE
  }

  /** Checks the name, and that nothing is missing. */
  public RecurringJob {
    Limits.recurringName(name);
    Limits.given("schedule", schedule);
    Limits.given("template", template);
    Limits.given("missed", missed);
  }

  /** The id of the job of a tick. */
  public String idAt(long tickMillis) {
    return name + "@" + Instant.ofEpochMilli(tickMillis);
  }

  /** The job of a tick, or the one of a run that was asked for at a moment. */
  public JobSpec jobAt(long tickMillis) {
    return template.toBuilder()
        .id(idAt(tickMillis))
        .due(DueTime.at(tickMillis))
        .onConflict(OnConflict.KEEP)
        .nonce(0)
        .build();
  }

  /** The job of a run that is asked for now, where there is a definition of that name. */
  static Optional<JobSpec> jobOf(String name, List<View> all, long nowMillis) {
    return all.stream()
        .map(View::job)
        .filter(one -> one.name().equals(name))
        .map(one -> one.jobAt(nowMillis))
        .findFirst();
  }

  /**
   * A definition as the store has it.
   *
   * @param paused whether ticks are left out for now
   * @param ticks what ran and what will run
   */
  public record View(RecurringJob job, boolean paused, Ticks ticks) {
    /** The ids of the jobs that wait for ticks to come, also those of an earlier schedule. */
    public List<String> pendingIds() {
      return ticks.pendingMillis().stream().map(job::idAt).toList();
    }
  }

  /**
   * The ticks of a definition.
   *
   * @param lastMillis the latest tick up to now that got a job, 0 for none yet
   * @param nextMillis the next ticks that will run, at most 5, ascending; none while paused
   * @param pendingMillis the ticks to come whose job is made and waits, ascending
   * @param skipped how many missed ticks were left out in all
   */
  public record Ticks(
      long lastMillis, List<Long> nextMillis, List<Long> pendingMillis, long skipped) {
    /** The next tick that will run, or {@link ClaimResult#NEVER}. */
    public long firstMillis() {
      return nextMillis.isEmpty() ? ClaimResult.NEVER : nextMillis.get(0);
    }
  }
}
