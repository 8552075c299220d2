package io.duetime.redis.internal.record;

import io.duetime.OnConflict.Rule;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.RecurringJob.Missed;

/** The numbers that stand for names in records; a number once given never changes. */
final class Codes {
  private Codes() {}

  static int rule(Rule rule) {
    return switch (rule) {
      case REJECT -> 1;
      case KEEP -> 2;
      case REPLACE -> 3;
      case EARLIEST -> 4;
      case LATEST -> 5;
      case DEBOUNCE -> 6;
    };
  }

  static Rule rule(int code) {
    return switch (code) {
      case 1 -> Rule.REJECT;
      case 2 -> Rule.KEEP;
      case 3 -> Rule.REPLACE;
      case 4 -> Rule.EARLIEST;
      case 5 -> Rule.LATEST;
      case 6 -> Rule.DEBOUNCE;
      default -> throw new MalformedRecordException("no rule of number " + code);
    };
  }

  static Outcome outcome(int code) {
    return switch (code) {
      case 1 -> Outcome.FAILED;
      case 2 -> Outcome.BURIED;
      case 3 -> Outcome.LEASE_LOST;
      default -> throw new MalformedRecordException("no outcome of number " + code);
    };
  }

  static int missed(Missed missed) {
    return switch (missed) {
      case LATEST -> 1;
      case ALL -> 2;
      case NONE -> 3;
    };
  }

  static Missed missed(int code) {
    return switch (code) {
      case 1 -> Missed.LATEST;
      case 2 -> Missed.ALL;
      case 3 -> Missed.NONE;
      default -> throw new MalformedRecordException("no way with missed ticks of number " + code);
    };
  }
}
