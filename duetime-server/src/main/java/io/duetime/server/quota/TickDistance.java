package io.duetime.server.quota;

import io.duetime.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Measures how close the ticks of a schedule are. */
final class TickDistance {
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
