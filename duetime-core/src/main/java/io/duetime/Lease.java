package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/**
 * A job taken by {@link JobConsumer#claim}, to be settled before {@link #until}. Nothing extends it
 * by itself; when it ends unsettled the job is tried again by its rule.
 *
 * <p>Each call answers what became of the job. {@link SettleOutcome#LEASE_LOST} means that nothing
 * changed, because the lease was over or another claim has the job. Repeating a call is safe: it
 * answers what is true by then. Thread safe.
 *
 * @param <T> the payload
 */
public interface Lease<T> extends Job<T> {
  /** When the lease ends, by the store's clock; moves with {@link #extend}. */
  Instant until();

  /** Says that the job is done. */
  SettleOutcome ack();

  /** As {@link #ack()}, without waiting. */
  CompletionStage<SettleOutcome> ackAsync();

  /** As {@link #ack()}, asking for a durability; the answer tells what was reached. */
  Settled ack(Durability durability);

  /** As {@link #ack(Durability)}, without waiting. */
  CompletionStage<Settled> ackAsync(Durability durability);

  /** Says that the attempt failed; it is tried again after the backoff of its rule. */
  SettleOutcome retry(String reason);

  /** As {@link #retry(String)}, without waiting. */
  CompletionStage<SettleOutcome> retryAsync(String reason);

  /**
   * Says that the attempt failed; the next one comes after a delay, but never before the due time
   * of this one. Uses up a try like any failure.
   */
  SettleOutcome retry(Duration delay, String reason);

  /** As {@link #retry(Duration, String)}, without waiting. */
  CompletionStage<SettleOutcome> retryAsync(Duration delay, String reason);

  /** Gives the job up: it is kept as a dead one, with the reason. */
  SettleOutcome bury(String reason);

  /** As {@link #bury}, without waiting. */
  CompletionStage<SettleOutcome> buryAsync(String reason);

  /** Makes the lease last until so long after the store's now, never shorter than it did. */
  SettleOutcome extend(Duration by);

  /** As {@link #extend}, without waiting. */
  CompletionStage<SettleOutcome> extendAsync(Duration by);

  /** Gives the job back as if it had not been taken: its due time stands, its try is refunded. */
  SettleOutcome release();

  /** As {@link #release()}, without waiting. */
  CompletionStage<SettleOutcome> releaseAsync();
}
