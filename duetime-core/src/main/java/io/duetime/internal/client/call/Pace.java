package io.duetime.internal.client.call;

import java.time.Duration;

/**
 * How often to check without a signal.
 *
 * @param recheck after how long a claimer claims again in any case, so that a lost signal costs no
 *     more than that
 * @param maintenance after how long maintenance runs again in any case, so that the work of queues
 *     without consumers waits no longer than that
 */
public record Pace(Duration recheck, Duration maintenance) {
  /** A lost signal costs a claim no more than a second, as semantics promise. */
  public static final Pace NORMAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(2));
}
