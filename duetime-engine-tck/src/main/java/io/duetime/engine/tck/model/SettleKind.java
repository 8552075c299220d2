package io.duetime.engine.tck.model;

import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import org.jspecify.annotations.Nullable;

/** The ways to settle a lease. */
enum SettleKind {
  ACK,
  RETRY,
  UNCONFIRMED_RETRY,
  UNCONFIRMED_BURY,
  EARLY_RETRY,
  BURY,
  EXTEND,
  RELEASE,
  UNCONFIRMED_RELEASE,
  INTERRUPT;

  /** The settlement; {@code delay} delays a retry or a release, or says by how much to extend. */
  Settlement of(LeaseToken lease, @Nullable Long delay) {
    return switch (this) {
      case ACK -> new Settlement.Ack(lease);
      case RETRY -> new Settlement.Retry(lease, delay, null, "failed");
      case UNCONFIRMED_RETRY -> new Settlement.Retry(lease, delay, null, "lost").unconfirmed();
      case UNCONFIRMED_BURY -> new Settlement.Bury(lease, null, "lost").unconfirmed();
      case EARLY_RETRY -> new Settlement.Retry(lease, delay, null, "failed").early();
      case BURY -> new Settlement.Bury(lease, null, "buried");
      case EXTEND -> new Settlement.Extend(lease, delay == null ? 1 : delay);
      case INTERRUPT -> new Settlement.Release(lease, null, "interrupted");
      case UNCONFIRMED_RELEASE -> new Settlement.Release(lease, delay).unconfirmed();
      case RELEASE -> new Settlement.Release(lease, delay);
    };
  }
}
