package io.duetime.server.task;

import io.duetime.InvalidRequestException;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.BulkChange.Step;
import io.duetime.server.task.Task.TaskProgress;
import io.duetime.server.task.Task.TaskProgress.Phase;
import io.duetime.server.task.Task.TaskProgress.Sum;
import io.duetime.wire.Fields;
import io.duetime.wire.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a task redrives dead jobs in parts: how many, how fast, and when it stops by itself.
 *
 * @param first how many of the jobs counted: a number, or a share such as 10%; null for all
 * @param perSecond the most jobs in a second; 0 for no limit
 * @param stopAtPercent stops when a larger share of the first attempts fail; 100 for never
 */
public record RedriveParts(@Nullable String first, int perSecond, int stopAtPercent) {
  /** All at once. */
  public static final RedriveParts NONE = new RedriveParts(null, 0, 100);

  /** How long the task waits for first attempts after it has redriven the last job. */
  static final Duration PATIENCE = Duration.ofHours(1);

  /** The members of a request. */
  public static final List<String> FIELDS = List.of("first", "perSecond", "stopAtFailures");

  private static final int MOST_PER_SECOND = 1_000_000;
  private static final int SLOW_PER_SECOND = 1_000;
  private static final int MOST_FIRST = 100_000_000;
  private static final int DEFAULT_STOP_PERCENT = 20;
  private static final int JUDGED_FROM = 20;
  private static final long SECOND = 1_000;
  private static final long SHORTEST_PAUSE = 250;
  private static final long LONGEST_PAUSE = 2_000;
  private static final Pattern SHARE = Pattern.compile("([1-9][0-9]?|100)%");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  /** Reads a request; the share of failures has a default where a rate is given. */
  public static RedriveParts read(Fields fields) {
    for (String name : FIELDS) {
      // Without it, all would be redriven at once.
      if (fields.isNull(name)) {
        throw new InvalidRequestException(name, null, "a value, or omit it");
      }
      if (fields.has(name) && fields.has("spread")) {
        throw new InvalidRequestException(name, fields.shown(name), "only without spread");
      }
    }
    String part = fields.has("first") ? fields.shown("first") : null;
    int perSecond = fields.count("perSecond", 0, MOST_PER_SECOND);
    String stopAtFailures = fields.text("stopAtFailures");
    if (part != null && !isPart(part)) {
      throw new InvalidRequestException(
          "first", part, "1 to " + MOST_FIRST + " jobs, or a share of 1% to 100%");
    }
    int otherwise = perSecond > 0 ? DEFAULT_STOP_PERCENT : 100;
    return new RedriveParts(
        part, perSecond, stopAtFailures == null ? otherwise : percent(stopAtFailures));
  }

  private static boolean isPart(String text) {
    return SHARE.matcher(text).matches()
        || (NUMBER.matcher(text).matches() && Integer.parseInt(text) <= MOST_FIRST);
  }

  private static int percent(String text) {
    Matcher share = SHARE.matcher(text);
    if (!share.matches()) {
      throw new InvalidRequestException("stopAtFailures", text, "1% to 100%");
    }
    return Integer.parseInt(share.group(1));
  }

  /**
   * What has become of the jobs that the task redrove.
   *
   * @param pacedAtMillis up to when the rate is used up; the last jobs were redriven about then
   */
  record Course(RedriveCounts jobs, long pacedAtMillis) {
    static final Course BEGIN = new Course(RedriveCounts.NONE, 0);
  }

  /** How many jobs the task redrives, of those that it has counted. */
  long planned(long total) {
    if (first == null) {
      return total;
    }
    Matcher share = SHARE.matcher(first);
    long part =
        share.matches()
            ? (total * Integer.parseInt(share.group(1)) + 99) / 100
            : Long.parseLong(first);
    return Math.min(total, part);
  }

  /** The end of a dry run: with as many jobs as would be redriven. */
  TaskProgress counted(TaskProgress end) {
    Sum sum = end.sum();
    return new TaskProgress(
        end.phase(),
        end.total(),
        new Sum(sum.examined(), planned(sum.changed()), sum.refused(), sum.times()),
        end.cursor(),
        end.course());
  }

  /** How many jobs may have been redriven after the next step. */
  long upTo(TaskProgress progress, long now) {
    long planned = planned(progress.total());
    return progress.phase() == Phase.WATCHING
        ? 0
        : Math.min(planned, progress.course().jobs().jobs() + allowance(progress.course(), now));
  }

  // Time that was not used, as no server ran the task, is no credit.
  private long allowance(Course course, long now) {
    return perSecond == 0
        ? Integer.MAX_VALUE
        : (now - Math.max(course.pacedAtMillis(), now - SECOND)) * perSecond / SECOND;
  }

  TaskProgress after(TaskProgress before, Step step, long now) {
    Course course = before.course();
    RedriveCounts jobs = Objects.requireNonNullElse(step.redriven(), course.jobs());
    long pacedAt = step.changed() == 0 ? course.pacedAtMillis() : now;
    if (step.changed() > 0 && perSecond > 0) {
      long unused = Math.max(course.pacedAtMillis(), now - SECOND);
      pacedAt = Math.min(now, unused + step.changed() * SECOND / perSecond);
    }
    boolean isRedriven =
        before.phase() == Phase.WATCHING
            || step.cursor() == null
            || jobs.jobs() >= planned(before.total());
    boolean isOver = isRedriven && (jobs.underWay() <= 0 || pacedAt + PATIENCE.toMillis() <= now);
    Sum sum = new Sum(before.sum().examined() + step.examined(), jobs.jobs(), step.refused(), null);
    return new TaskProgress(
        isOver ? Phase.COMPLETE : isRedriven ? Phase.WATCHING : Phase.CHANGING,
        before.total(),
        sum,
        step.cursor(),
        new Course(jobs, pacedAt));
  }

  /**
   * Whether the task only waits, or makes few small steps: beside others that counts for little.
   */
  boolean isSlow(TaskProgress progress) {
    return progress.phase() == Phase.WATCHING
        || (progress.phase() == Phase.CHANGING && perSecond > 0 && perSecond <= SLOW_PER_SECOND);
  }

  /** How long the task has nothing to do. */
  long pauseMillis(TaskProgress progress, long now) {
    long since = now - progress.course().pacedAtMillis();
    if (progress.phase() == Phase.WATCHING) {
      return Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, since / 10));
    }
    if (progress.phase() != Phase.CHANGING) {
      return 0;
    }
    if (progress.sum().refused() > 0) {
      return SECOND;
    }
    return perSecond == 0 ? 0 : Math.max(0, Math.max(SHORTEST_PAUSE, SECOND / perSecond) - since);
  }

  /** Why the task has to stop; null if it may go on. */
  @Nullable Problem verdict(TaskProgress progress) {
    RedriveCounts jobs = progress.course().jobs();
    long ended = jobs.succeeded() + jobs.failed();
    boolean isJudged = ended >= JUDGED_FROM || progress.phase() == Phase.COMPLETE;
    return isJudged && jobs.failed() * 100 > ended * stopAtPercent
        ? Problem.of(
            409,
            "TOO_MANY_FAILED",
            "%d of %d jobs failed again, more than %d%%; stopped after %d of %d"
                .formatted(
                    jobs.failed(), ended, stopAtPercent, jobs.jobs(), planned(progress.total())))
        : null;
  }
}
