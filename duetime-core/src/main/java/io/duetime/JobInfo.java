package io.duetime;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a job carries, wherever it is met: in a handler, in a lease, in a list.
 *
 * @param <T> the payload
 */
public interface JobInfo<T> {
  /** The queue it belongs to. */
  String queue();

  /** Its id, unique within the queue. */
  String id();

  /**
   * The payload, decoded at the first call. Throws what the codec throws when the stored bytes are
   * not what it expects; {@link #payloadBytes} can be read all the same.
   */
  T payload();

  /** A copy of the payload as it is stored. */
  byte[] payloadBytes();

  /** The media type of the payload, if it was stored with one. */
  Optional<String> contentType();

  /** What was sent beside the payload; at most 32. */
  Map<String, String> headers();

  /** When this attempt was, or the next one is, due; moves with retries. */
  Instant dueAt();

  /** When the caller last asked for it to run. */
  Instant firstDueAt();

  /** When the store accepted the request. */
  Instant scheduledAt();

  /** Smaller runs first among the jobs that are due. */
  long priority();

  /** Which try this is: 1, 2, …; of a job that does not run, how many have been used. */
  int attempt();

  /** How many tries its rule allows; {@link Integer#MAX_VALUE} for no end. */
  int maxAttempts();

  /**
   * The number of its latest claim; grows with every claim, so that what an earlier one wrote
   * elsewhere can be told. 0 when it was never claimed.
   */
  long fence();
}
