package io.duetime.server.moving;

import java.util.List;

/**
 * Entries that were taken together.
 *
 * @param place the part of the source that they are from
 * @param queue the queue that they go to
 */
public record Page(String place, String queue, List<Entry> entries) {
  /** A page without entries. */
  public static final Page EMPTY = new Page("", "", List.of());
}
