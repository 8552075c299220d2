package io.duetime.server.beanstalkd;

import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Stages;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the reservations of all connections: extends their leases, which are short, and ends those
 * whose time to run is over.
 */
final class ReservationKeeper {
  /** The reason in the history of a job whose time to run was over. */
  static final String TIMED_OUT = "its time to run (TTR) was over";

  private static final Logger LOG = LoggerFactory.getLogger(ReservationKeeper.class);
  private static final int EXTENSIONS_PER_LEASE = 3;

  private final Store store;
  private final Duration lease;
  private final JobNumbers numbers;
  private final long originNanos;
  private final TreeSet<Reservation> byDeadline;
  private @Nullable Timer deadlineTimer;
  private long deadlineArmedFor;
  private @Nullable Timer extension;
  private long timeouts;

  ReservationKeeper(Store store, Duration lease, JobNumbers numbers) {
    this.store = store;
    this.lease = lease;
    this.numbers = numbers;
    this.originNanos = store.time().nanoTime();
    this.byDeadline =
        new TreeSet<>(
            Comparator.comparingLong(Reservation::deadlineNanos)
                .thenComparingLong(Reservation::number));
  }

  /** Nanoseconds since the start, so that moments can be compared. */
  long nowNanos() {
    return store.time().nanoTime() - originNanos;
  }

  /** How many reservations ended because their time was over. */
  long timeouts() {
    return timeouts;
  }

  void add(Reservation reservation) {
    byDeadline.add(reservation);
    armDeadline();
    armExtension();
  }

  void remove(Reservation reservation) {
    byDeadline.remove(reservation);
  }

  void close() {
    if (deadlineTimer != null) {
      deadlineTimer.cancel();
    }
    if (extension != null) {
      extension.cancel();
    }
  }

  // The timer of a reservation that has ended stays: the next one rarely needs an earlier one.
  private void armDeadline() {
    if (byDeadline.isEmpty()) {
      return;
    }
    long first = byDeadline.first().deadlineNanos();
    if (deadlineTimer != null && deadlineArmedFor <= first) {
      return;
    }
    if (deadlineTimer != null) {
      deadlineTimer.cancel();
    }
    deadlineArmedFor = first;
    deadlineTimer =
        store
            .time()
            .after(
                Duration.ofNanos(Math.max(0, first - nowNanos())),
                () -> store.execute(this::endDue));
  }

  private void endDue() {
    deadlineTimer = null;
    long now = nowNanos();
    while (!byDeadline.isEmpty() && byDeadline.first().leftNanos(now) <= 0) {
      Reservation over = byDeadline.first();
      byDeadline.remove(over);
      over.owner().dropped(over);
      timeouts++;
      end(over);
    }
    armDeadline();
  }

  private void end(Reservation over) {
    Stages.whenDone(
        store.settle(new Settlement(over.lease(), new SettleRequest.Retry(0L, null, TIMED_OUT))),
        (result, failure) -> {
          if (failure != null) {
            LOG.warn("A job is ready again only when its lease ends: {}", failure.getMessage());
          }
        });
  }

  private void armExtension() {
    if (extension == null && !byDeadline.isEmpty()) {
      extension =
          store
              .time()
              .after(lease.dividedBy(EXTENSIONS_PER_LEASE), () -> store.execute(this::extend));
    }
  }

  private void extend() {
    extension = null;
    long claimedBefore = nowNanos() - lease.toNanos() / EXTENSIONS_PER_LEASE;
    Map<String, List<Reservation>> byQueue =
        byDeadline.stream()
            .filter(one -> one.claimedNanos() <= claimedBefore)
            .collect(Collectors.groupingBy(one -> one.lease().queue()));
    byQueue.forEach(this::extend);
    byDeadline.forEach(one -> numbers.reserved(one.number()));
    armExtension();
  }

  private void extend(String queue, List<Reservation> some) {
    SettleRequest extension = SettleRequest.extend(lease);
    List<Settlement> extensions =
        some.stream().map(one -> new Settlement(one.lease(), extension)).toList();
    Stages.whenDone(
        store.here(store.settleAll(queue, extensions)),
        (results, failure) -> {
          if (results == null) {
            LOG.warn(
                "Leases of queue {} could not be extended: {}", queue, String.valueOf(failure));
          } else {
            dropLost(some, results);
          }
        });
  }

  private void dropLost(List<Reservation> some, List<Settled> results) {
    for (int i = 0; i < some.size(); i++) {
      if (results.get(i).outcome() == SettleOutcome.LEASE_LOST && byDeadline.remove(some.get(i))) {
        some.get(i).owner().dropped(some.get(i));
      }
    }
  }

  /**
   * A job that a connection has reserved.
   *
   * @param number its number
   * @param lease the lease that the server extends
   * @param owner the connection's session
   * @param ttrNanos how long the client may work on it
   * @param deadlineNanos when that time is over, by the monotonic clock
   * @param claimedNanos when it was claimed
   */
  record Reservation(
      long number,
      LeaseToken lease,
      Session owner,
      long ttrNanos,
      long deadlineNanos,
      long claimedNanos) {
    /** Returns the reservation with its time starting again. */
    Reservation touched(long nowNanos) {
      return new Reservation(number, lease, owner, ttrNanos, nowNanos + ttrNanos, claimedNanos);
    }

    long leftNanos(long nowNanos) {
      return deadlineNanos - nowNanos;
    }
  }
}
