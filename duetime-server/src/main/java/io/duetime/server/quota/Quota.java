package io.duetime.server.quota;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.engine.JobBody;
import io.duetime.engine.RecurringJob;
import io.duetime.runtime.QueuePattern;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one queue may have.
 *
 * @param maxWaiting the most waiting jobs
 * @param maxAheadMillis how far ahead a job may be due
 * @param maxPayload the most bytes of a payload
 * @param minInterval the shortest time between ticks of a recurring job
 */
record Quota(Limit maxWaiting, Limit maxAheadMillis, Limit maxPayload, Least minInterval) {
  static final Quota NONE = new Quota(Limit.NONE, Limit.NONE, Limit.NONE, Least.NONE);

  /**
   * The shortest time that is allowed.
   *
   * @param time the time
   * @param pattern the pattern of queue names that set it, for messages
   */
  record Least(Duration time, String pattern) {
    static final Least NONE = new Least(Duration.ZERO, "*");

    Least stricter(Least other) {
      return other.time.compareTo(time) > 0 ? other : this;
    }
  }

  /**
   * The largest value that is allowed.
   *
   * @param most the value
   * @param pattern the pattern of queue names that set it, for messages
   */
  record Limit(long most, String pattern) {
    static final Limit NONE = new Limit(Long.MAX_VALUE, "*");

    boolean isNone() {
      return most == Long.MAX_VALUE;
    }

    Limit stricter(Limit other) {
      return other.most < most ? other : this;
    }

    /** Whether a setting is allowed, in which 0 means no limit. */
    boolean allows(long setting) {
      return isNone() || (setting > 0 && setting <= most);
    }

    InvalidRequestException refusal(String field, Object value, String allowed) {
      return new InvalidRequestException(
          field, value, allowed + ", the server's quota of queues " + pattern);
    }
  }

  /** The stricter of each limit. */
  Quota stricter(Quota other) {
    return new Quota(
        maxWaiting.stricter(other.maxWaiting),
        maxAheadMillis.stricter(other.maxAheadMillis),
        maxPayload.stricter(other.maxPayload),
        minInterval.stricter(other.minInterval));
  }

  /** Whether the settings of the queue have to enforce a part of it. */
  boolean limitsSettings() {
    return !maxWaiting.isNone() || !maxAheadMillis.isNone();
  }

  boolean allows(QueueSettings settings) {
    return maxWaiting.allows(settings.maxWaiting())
        && maxAheadMillis.allows(settings.maxAhead().toMillis());
  }

  /** The settings, with each limit that is missing or larger set to that of the quota. */
  QueueSettings narrow(QueueSettings settings) {
    if (allows(settings)) {
      return settings;
    }
    QueueSettings.Builder narrow = settings.toBuilder();
    if (!maxWaiting.allows(settings.maxWaiting())) {
      narrow.maxWaiting(maxWaiting.most());
    }
    if (!maxAheadMillis.allows(settings.maxAhead().toMillis())) {
      narrow.maxAhead(Duration.ofMillis(maxAheadMillis.most()));
    }
    return narrow.build();
  }

  /** Why settings are refused; null if they are allowed. */
  @Nullable InvalidRequestException refusal(QueueSettings settings) {
    if (!maxWaiting.allows(settings.maxWaiting())) {
      return maxWaiting.refusal("maxWaiting", settings.maxWaiting(), "1 to " + maxWaiting.most());
    }
    if (!maxAheadMillis.allows(settings.maxAhead().toMillis())) {
      Duration most = Duration.ofMillis(maxAheadMillis.most());
      return maxAheadMillis.refusal(
          "maxAhead", settings.maxAhead(), "1ms to " + DurationText.exact(most));
    }
    return null;
  }

  /** Why a recurring job is refused; null if it is allowed. */
  @Nullable InvalidRequestException refusal(RecurringJob job) {
    InvalidRequestException tooLarge = refusal(job.template().body());
    if (tooLarge != null || TickDistance.isAtLeast(minInterval.time, job.schedule())) {
      return tooLarge;
    }
    return new InvalidRequestException(
        "schedule",
        job.schedule(),
        "ticks at least %s apart, the server's quota of queues %s"
            .formatted(DurationText.exact(minInterval.time), minInterval.pattern));
  }

  /** Why a payload is refused; null if it is allowed. */
  @Nullable InvalidRequestException refusal(JobBody body) {
    int bytes = body.payload().length;
    return bytes <= maxPayload.most()
        ? null
        : maxPayload.refusal(
            "payload", bytes + " bytes", "at most " + maxPayload.most() + " bytes");
  }

  /** Measures how close the ticks of a schedule are. */
  static final class TickDistance {
    private static final String CRON = "cron ";

    /** Ticks of a cron expression repeat their distances long before. */
    private static final int LOOKED_AT = 500;

    private TickDistance() {}

    /**
     * Whether a time passes between any two ticks. A cron expression is measured in UTC, as a day
     * with a clock change would make each daily schedule too short by an hour.
     */
    static boolean isAtLeast(Duration least, Schedule schedule) {
      if (least.isZero()) {
        return true;
      }
      List<Instant> ticks = inUtc(schedule).next(Instant.EPOCH, LOOKED_AT);
      for (int i = 1; i < ticks.size(); i++) {
        if (Duration.between(ticks.get(i - 1), ticks.get(i)).compareTo(least) < 0) {
          return false;
        }
      }
      return true;
    }

    private static Schedule inUtc(Schedule schedule) {
      String text = schedule.toString();
      return text.startsWith(CRON)
          ? Schedule.cron(text.substring(CRON.length(), text.lastIndexOf(' ')), ZoneOffset.UTC)
          : schedule;
    }
  }

  /**
   * An entry of the file: limits of each queue that matches one of the patterns, and of their
   * number. A limit that is null does not apply.
   *
   * @param queues 1 to {@value #MAX_PATTERNS} patterns
   * @param maxWaiting the most waiting jobs, 1 or more
   * @param maxAhead how far ahead a job may be due, 1 ms to 100 years
   * @param maxPayload the most bytes of a payload, 1 or more
   * @param minInterval the shortest time between ticks of a recurring job, 1 ms to 100 years
   * @param maxQueues the most queues that match one of the patterns, 1 or more
   */
  record QuotaRule(
      List<QueuePattern> queues,
      @Nullable Long maxWaiting,
      @Nullable Duration maxAhead,
      @Nullable Long maxPayload,
      @Nullable Duration minInterval,
      @Nullable Long maxQueues) {
    static final int MAX_PATTERNS = 16;

    QuotaRule {
      if (queues.isEmpty() || queues.size() > MAX_PATTERNS) {
        throw new InvalidRequestException(
            "queues", queues.size() + " patterns", "1 to " + MAX_PATTERNS + " patterns");
      }
      queues = List.copyOf(queues);
      if (Stream.of(maxWaiting, maxAhead, maxPayload, minInterval, maxQueues)
          .allMatch(Objects::isNull)) {
        throw new InvalidRequestException(
            "limit",
            null,
            "one or more of maxWaiting, maxAhead, maxPayload, minInterval, maxQueues");
      }
      oneOrMore("maxWaiting", maxWaiting);
      oneOrMore("maxPayload", maxPayload);
      oneOrMore("maxQueues", maxQueues);
      upToHundredYears("maxAhead", maxAhead);
      upToHundredYears("minInterval", minInterval);
    }

    private static void upToHundredYears(String field, @Nullable Duration value) {
      if (value != null) {
        Limits.within(field, value, Duration.ofMillis(1), Limits.MAX_AHEAD, "1 ms to 100 years");
      }
    }

    private static void oneOrMore(String field, @Nullable Long value) {
      if (value != null && value < 1) {
        throw new InvalidRequestException(field, value, "1 or more");
      }
    }

    /** Whether it limits the number of the queues that a queue is one of. */
    boolean countsQueue(String queue) {
      return maxQueues != null && matches(queue);
    }

    /** Whether there may be one queue more. */
    boolean hasRoom(long count) {
      return maxQueues == null || count < maxQueues;
    }

    boolean matches(String queue) {
      return queues.stream().anyMatch(pattern -> pattern.matches(queue));
    }

    /** The patterns, for messages. */
    String patterns() {
      return queues.stream().map(QueuePattern::text).collect(Collectors.joining(","));
    }

    /** What it allows a queue; {@link Quota#NONE} if no pattern matches. */
    Quota quotaOf(String queue) {
      return queues.stream()
          .filter(pattern -> pattern.matches(queue))
          .findFirst()
          .map(pattern -> quota(pattern.text()))
          .orElse(Quota.NONE);
    }

    private Quota quota(String pattern) {
      return new Quota(
          maxWaiting == null ? Limit.NONE : new Limit(maxWaiting, pattern),
          maxAhead == null ? Limit.NONE : new Limit(maxAhead.toMillis(), pattern),
          maxPayload == null ? Limit.NONE : new Limit(maxPayload, pattern),
          minInterval == null ? Least.NONE : new Least(minInterval, pattern));
    }
  }
}
