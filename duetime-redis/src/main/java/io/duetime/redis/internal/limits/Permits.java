package io.duetime.redis.internal.limits;

/**
 * The permits that a claim has acquired.
 *
 * @param first the number of the first permit, the next permits having the next numbers; 0 if none
 *     is needed
 * @param count for how many jobs
 * @param comeBackMillis after how long more may be available, if there were fewer than requested
 */
public record Permits(long first, int count, long comeBackMillis) {
  public static final Permits NONE = new Permits(0, 0, 0);

  /** Some of them, one after the other. */
  Permits part(int from, int length) {
    return new Permits(first == 0 ? 0 : first + from, length, comeBackMillis);
  }
}
