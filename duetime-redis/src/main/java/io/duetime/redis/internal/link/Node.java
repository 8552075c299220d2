package io.duetime.redis.internal.link;

/**
 * A server that takes writes.
 *
 * @param id what it is called among the others
 * @param place where it is, for people
 */
public record Node(String id, String place) {
  @Override
  public String toString() {
    return place;
  }
}
