package io.duetime.engine;

/**
 * Identifies the data that a store has of a queue.
 *
 * @param number stays the same as long as the store has lost nothing, also over a deletion of the
 *     queue; 0 if the store knows nothing of the queue, or no longer anything
 * @param exists whether the queue exists
 * @param settingsVersion the version of the queue's settings, 0 before their first change
 */
public record Incarnation(long number, boolean exists, long settingsVersion) {
  /** Of engines that lose no data of a queue while they are open. */
  public static final Incarnation LASTING = new Incarnation(1, true, 0);

  /**
   * Whether the store has lost what it had of a queue.
   *
   * @param before the number that it has told of data that it should have; 0 if it was not asked
   */
  public boolean hasLost(long before) {
    return exists ? before != 0 && number != 0 && number != before : number == 0;
  }
}
