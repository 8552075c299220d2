package io.duetime.engine;

import io.duetime.Limits;
import io.duetime.SettleRequest;

/**
 * Settles or extends one lease. After the deadline of the lease it is refused as LEASE_LOST and
 * changes nothing.
 *
 * @param lease the lease
 * @param request how to settle it; leases of one call may share it
 */
public record Settlement(LeaseToken lease, SettleRequest request) {
  /** Checks that neither is null. */
  public Settlement {
    Limits.given("lease", lease);
    Limits.given("request", request);
  }

  /** Acknowledges the job of a lease as done, without a message. */
  public static Settlement ack(LeaseToken lease) {
    return new Settlement(lease, SettleRequest.ack());
  }

  /** Releases a job that was not begun: its due time is unchanged. */
  public static Settlement release(LeaseToken lease) {
    return new Settlement(lease, SettleRequest.release());
  }
}
