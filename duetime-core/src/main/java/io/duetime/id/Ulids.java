package io.duetime.id;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Makes ULIDs: 26 characters that sort by the time they were made at, 48 bits of milliseconds
 * before 80 random bits, in Crockford's base 32 (github.com/ulid/spec).
 *
 * <p>Each is greater than the one before, also within a millisecond and when the clock steps back:
 * then it is the last one plus one, and the ids go on from the last time until the clock has caught
 * up. Should the random part run over, the time goes on by one. Safe for any thread.
 */
public final class Ulids {
  private static final String DIGITS_TEXT = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final byte[] DIGITS = DIGITS_TEXT.getBytes(ISO_8859_1);
  private static final int LENGTH = 26;
  private static final int TIME_LENGTH = 10;
  private static final long MAX_TIME = (1L << 48) - 1;
  private static final long HIGH_BITS = 0xFFFF;

  private final InstantSource clock;
  private final RandomGenerator random;

  // The last id, guarded by this: time, upper 16 and lower 64 random bits.
  private long time = -1;
  private long high;
  private long low;

  /**
   * @param clock what the time is taken from
   * @param random asked by one thread at a time; ids of two processes differ by it alone
   */
  public Ulids(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  public String next() {
    byte[] text = new byte[LENGTH];
    synchronized (this) {
      advance(Math.min(Math.max(clock.millis(), 0), MAX_TIME));
      write(text, (time << 16) | high, low);
    }
    return new String(text, ISO_8859_1);
  }

  /** Returns the time of a ULID, or of a text that begins with one, in milliseconds. */
  public static long millis(String ulid) {
    long millis = 0;
    for (int i = 0; i < TIME_LENGTH; i++) {
      int digit = i < ulid.length() ? DIGITS_TEXT.indexOf(ulid.charAt(i)) : -1;
      if (digit < 0) {
        throw new IllegalArgumentException("not a ULID: " + ulid);
      }
      millis = (millis << 5) | digit;
    }
    return millis;
  }

  private void advance(long now) {
    if (now > time) {
      time = now;
      high = random.nextLong() & HIGH_BITS;
      low = random.nextLong();
      return;
    }
    low++;
    if (low == 0) {
      high = (high + 1) & HIGH_BITS;
      time += high == 0 ? 1 : 0;
    }
  }

  /** Five bits a digit from the lowest on; the first digit is left with three. */
  private static void write(byte[] text, long upper, long lower) {
    long up = upper;
    long down = lower;
    for (int i = LENGTH - 1; i >= 0; i--) {
      text[i] = DIGITS[(int) (down & 31)];
      down = (down >>> 5) | (up << 59);
      up >>>= 5;
    }
  }
}
