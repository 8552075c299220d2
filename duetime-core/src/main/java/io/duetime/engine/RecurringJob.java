package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.Schedule;
import java.nio.charset.StandardCharsets;

/**
 * A job that is made again and again. Each tick makes exactly one job, with the id {@code
 * name@instant}, one ahead of its time, however many processes share the store.
 *
 * @param name unique within the queue; the ids of its jobs have to fit, so at most 200 bytes
 * @param schedule when
 * @param template what each tick schedules; its id and due time are not used
 * @param missed what becomes of ticks that passed while nobody was there
 * @param paused whether ticks are left out for now
 */
public record RecurringJob(
    String name, Schedule schedule, JobSpec template, Missed missed, boolean paused) {
  private static final int MAX_NAME_BYTES = 200;

  /** What becomes of ticks that passed while no process was open or the definition was paused. */
  public enum Missed {
    /** Only the latest runs. */
    LATEST,
    /** All run, at most 1,000 of them. */
    ALL,
    /** None runs. */
    NONE
  }

  /** Checks the name, and that nothing is missing. */
  public RecurringJob {
    checkedName(name);
    Limits.given("schedule", schedule);
    Limits.given("template", template);
    Limits.given("missed", missed);
  }

  /** Checks the name of a definition and answers it. */
  public static String checkedName(String name) {
    if (!Limits.isId(name) || name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new InvalidRequestException(
          "name", name, "1 to 200 bytes of UTF-8 without control characters");
    }
    return name;
  }

  /** The same, paused or going on. */
  public RecurringJob paused(boolean newPaused) {
    return new RecurringJob(name, schedule, template, missed, newPaused);
  }

  /**
   * A definition as the store has it.
   *
   * @param lastTickMillis the latest tick for which a job was made (or which was left out), 0 for
   *     none yet
   * @param nextTickMillis the tick for which the next job will be made, or {@link
   *     ClaimResult#NEVER}
   */
  public record View(RecurringJob job, long lastTickMillis, long nextTickMillis) {}
}
