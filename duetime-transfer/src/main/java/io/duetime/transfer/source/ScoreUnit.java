package io.duetime.transfer.source;

import io.duetime.InvalidRequestException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** What the score of an entry counts since 1970. */
public enum ScoreUnit {
  /** Seconds, with a fraction or without. */
  SECONDS,
  /** Milliseconds. */
  MILLISECONDS,
  /** Milliseconds from 100,000,000,000 on (in seconds, the year 5138), otherwise seconds. */
  AUTO;

  private static final BigDecimal FIRST_MILLIS = new BigDecimal(100_000_000_000L);
  private static final BigDecimal MILLIS = new BigDecimal(1_000);

  /** The end of the year 9999, which every store refuses, and the last that can be written. */
  private static final BigDecimal LAST = new BigDecimal(253_402_300_799_999L);

  /** Reads a score as Redis writes it; a score below 0 means now. */
  long millis(String score) {
    if (score.equals("-inf")) {
      return 0;
    }
    BigDecimal number = number(score);
    boolean isSeconds = this == SECONDS || (this == AUTO && number.compareTo(FIRST_MILLIS) < 0);
    return (isSeconds ? number.multiply(MILLIS) : number)
        .setScale(0, RoundingMode.CEILING)
        .min(LAST)
        .max(BigDecimal.ZERO)
        .longValueExact();
  }

  private static BigDecimal number(String score) {
    try {
      return new BigDecimal(score);
    } catch (NumberFormatException infinite) {
      throw new InvalidRequestException("score", score, "a moment");
    }
  }
}
