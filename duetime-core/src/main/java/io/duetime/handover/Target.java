package io.duetime.handover;

import java.util.Map;

/**
 * A connection to a receiver of jobs, such as a message broker. It is made without waiting for the
 * receiver, and renews itself after it is lost. Thread safe.
 */
public interface Target extends AutoCloseable {
  /**
   * Returns a publisher for one destination.
   *
   * @param destination the settings of the destination, such as {@code exchange} and {@code
   *     routingKey}; each module documents its own
   * @throws io.duetime.InvalidRequestException if a setting is missing, unknown or not allowed
   */
  Publisher publisher(Map<String, String> destination);

  /** Closes the connection; messages that are not confirmed by then fail as unconfirmed. */
  @Override
  void close();
}
