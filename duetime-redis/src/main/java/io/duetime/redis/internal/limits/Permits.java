package io.duetime.redis.internal.limits;

/**
 * What a claim gets of the limits that the shards of a queue share.
 *
 * @param first the number of the first permit, the others following it; 0 where none is needed
 * @param count for how many jobs
 * @param comeBackMillis after how long there may be more, when there were fewer than asked for
 */
public record Permits(long first, int count, long comeBackMillis) {
  public static final Permits NONE = new Permits(0, 0, 0);

  /** Some of them, one after the other. */
  Permits part(int from, int length) {
    return new Permits(first == 0 ? 0 : first + from, length, comeBackMillis);
  }
}
