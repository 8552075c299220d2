package io.duetime;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of a job in a handler, a lease or a list.
 *
 * @param <T> the payload
 */
public interface JobInfo<T> {
  /** The queue of the job. */
  String queue();

  /** The id, unique within the queue. */
  String id();

  /**
   * The payload, decoded at the first call. Throws the codec's exception if the stored bytes are
   * not valid; {@link #payloadBytes} still answers.
   */
  T payload();

  /** A copy of the stored bytes of the payload. */
  byte[] payloadBytes();

  /** The media type that was stored with the payload. */
  Optional<String> contentType();

  /** The headers, at most 32. */
  Map<String, String> headers();

  /**
   * The due time of this attempt, or of the next one if the job is not running. Moves with retries.
   */
  Instant dueAt();

  /** The due time that the caller last asked for. */
  Instant firstDueAt();

  /** The time at which the store accepted the request. */
  Instant scheduledAt();

  /** The priority, 0 to 2³²−1; among due jobs the smaller number runs first. */
  long priority();

  /** The number of this attempt, from 1 on; of a job that is not running, the attempts used. */
  int attempt();

  /**
   * Whether an earlier attempt may have had its effect without being acknowledged: its lease was
   * lost, or its handler said so ({@link JobFailed#unconfirmed}). Stays until the job ends, also
   * when it is redriven.
   */
  boolean mayHaveArrived();

  /** The attempts that its retry policy allows; {@link Integer#MAX_VALUE} for no limit. */
  int maxAttempts();

  /**
   * The fence (fencing token) of the latest claim, or 0 if the job was never claimed. It grows with
   * every claim, so that another system can refuse the writes of an earlier one.
   */
  long fence();
}
