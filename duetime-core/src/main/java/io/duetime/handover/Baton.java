package io.duetime.handover;

import io.duetime.DuetimeException;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.TimeSource;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to hand an ordered queue over: the lease of a job that never ends, so that one process
 * at a time has it, and another one gets it soon after a crash.
 */
final class Baton {
  /** How long it stays with a process that has crashed. */
  static final Duration LEASE = Duration.ofSeconds(10);

  /** How often it has to be kept. */
  static final Duration PACE = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

  private final JobQueue<byte[]> batons;
  private final String queue;
  private final TimeSource time;
  private @Nullable Lease<byte[]> lease;
  private volatile long heldUntilNanos;
  private volatile boolean held;

  Baton(JobQueue<byte[]> batons, String queue, TimeSource time) {
    this.batons = batons;
    this.queue = queue;
    this.time = time;
  }

  /** Takes it unless another process has it. */
  boolean take() {
    long before = time.nanoTime();
    List<Lease<byte[]>> claimed = batons.claimById(List.of(queue), LEASE);
    if (claimed.isEmpty()) {
      // Changes nothing if the job exists, also while another process has it.
      batons.schedule(
          JobRequest.builder(new byte[0])
              .id(queue)
              .onConflict(OnConflict.KEEP)
              .retry(RetryPolicy.builder().unlimitedAttempts().fixed(Duration.ZERO).build())
              .build());
      claimed = batons.claimById(List.of(queue), LEASE);
    }
    lease = claimed.isEmpty() ? null : claimed.get(0);
    held = lease != null;
    heldUntilNanos = before + LEASE.toNanos();
    return held;
  }

  /** Extends it; false if it is lost. */
  boolean keep() {
    Lease<byte[]> mine = lease;
    if (mine == null || !isHeld()) {
      return false;
    }
    long before = time.nanoTime();
    try {
      if (mine.extend(LEASE) == SettleOutcome.EXTENDED) {
        heldUntilNanos = before + LEASE.toNanos();
      } else {
        held = false;
      }
    } catch (DuetimeException failure) {
      LOG.warn("The order of {} cannot be kept at the moment: {}", queue, failure.getMessage());
    }
    return isHeld();
  }

  /** Extends it if that is time; false if it is lost. */
  boolean keepAtPace() {
    long left = heldUntilNanos - time.nanoTime();
    return left > LEASE.minus(PACE).toNanos() ? isHeld() : keep();
  }

  /** Whether no other process can have it yet. */
  boolean isHeld() {
    return held && time.nanoTime() - heldUntilNanos < 0;
  }

  /** Gives it to the next process at once. */
  void release() {
    Lease<byte[]> mine = lease;
    lease = null;
    held = false;
    if (mine == null) {
      return;
    }
    try {
      mine.release();
    } catch (DuetimeException failure) {
      LOG.debug("The baton of {} stays until its lease ends", queue, failure);
    }
  }
}
