package io.duetime.redis.internal.link;

/**
 * A server that takes writes.
 *
 * @param id its name in the cluster
 * @param place where it is, for messages
 */
public record Node(String id, String place) {
  @Override
  public String toString() {
    return place;
  }
}
