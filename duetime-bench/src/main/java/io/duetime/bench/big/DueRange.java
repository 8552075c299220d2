package io.duetime.bench.big;

import io.duetime.engine.DueTime;
import java.time.Duration;
import java.util.SplittableRandom;

/** When the jobs of a large queue are due. */
enum DueRange {
  /** From a day to a year ahead. */
  FAR("due a day to a year ahead") {
    @Override
    DueTime due(String id, long now) {
      return DueTime.at(now + DAY + random(id).nextLong(364 * DAY));
    }
  },
  /** Within the day that is over: a backlog without a consumer. */
  OVERDUE("due already, no consumer") {
    @Override
    DueTime due(String id, long now) {
      return DueTime.at(now - 1 - random(id).nextLong(DAY));
    }
  };

  private static final long DAY = Duration.ofDays(1).toMillis();

  private final String text;

  DueRange(String text) {
    this.text = text;
  }

  /** The due time of a job, always the same for the same id and now. */
  abstract DueTime due(String id, long now);

  private static SplittableRandom random(String id) {
    return new SplittableRandom(id.hashCode());
  }

  @Override
  public String toString() {
    return text;
  }
}
