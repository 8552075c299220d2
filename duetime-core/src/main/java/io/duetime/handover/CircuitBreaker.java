package io.duetime.handover;

import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.async.Pauses;
import io.duetime.engine.AttemptRecord;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the hand-over to a target that is down (circuit breaker pattern). Five failures of the
 * target in a row open it; nothing is sent then. After a pause of 1 s, which doubles up to 30 s
 * with jitter of up to half, single jobs are sent: the first that is answered closes the breaker.
 * All hand-overs to a target share its breaker. Thread safe.
 */
public final class CircuitBreaker {
  /** The states of a breaker. */
  public enum State {
    /** Jobs are handed over. */
    CLOSED,
    /** The target is down, or asked for a pause; nothing is sent. */
    OPEN,
    /** Single jobs are sent to learn whether the target works again. */
    HALF_OPEN
  }

  /**
   * What is known about a target.
   *
   * @param state the state
   * @param openUntil the end of the pause if the state is open
   * @param lastFailure the last failure of the target; empty if it has answered since
   * @param failingSince since when the breaker is not closed
   * @param lastSuccess when the target last confirmed a message of this process
   */
  public record Status(
      State state,
      Optional<Instant> openUntil,
      Optional<String> lastFailure,
      Optional<Instant> failingSince,
      Optional<Instant> lastSuccess) {}

  private static final Logger LOG = LoggerFactory.getLogger(CircuitBreaker.class);
  private static final int FAILURES_IN_A_ROW = 5;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LOG_PACE = Duration.ofMinutes(1);

  /** One daemon thread, begun with the first pause, for the breakers of a process. */
  private static final class OneTimer {
    static final TimeSource TIME = new SystemTime();
  }

  private final String target;
  private final TimeSource time;
  private final Pauses pauses;

  // Guarded by this.
  private final List<Runnable> listeners = new ArrayList<>();
  private State state = State.CLOSED;
  private int failures;
  private Instant openUntil = Instant.MIN;
  private @Nullable String lastFailure;
  private @Nullable Instant failingSince;
  private @Nullable Instant lastSuccess;
  private @Nullable String loggedKind;
  private Instant loggedAt = Instant.EPOCH;

  private CircuitBreaker(String target, TimeSource time, RandomGenerator random) {
    this.target = target;
    this.time = time;
    this.pauses = new Pauses(random, FIRST_PAUSE, LONGEST_PAUSE);
  }

  /** Creates a closed breaker of a target, whose name appears in the log. */
  public static CircuitBreaker of(String target) {
    return of(target, OneTimer.TIME, new SplittableRandom());
  }

  /** Creates a closed breaker with another time and randomness, for tests. */
  public static CircuitBreaker of(String target, TimeSource time, RandomGenerator random) {
    return new CircuitBreaker(
        Limits.text("target", target), Limits.given("time", time), Limits.given("random", random));
  }

  /** What is known about the target now. */
  public synchronized Status status() {
    return new Status(
        state,
        state == State.OPEN ? Optional.of(openUntil) : Optional.empty(),
        Optional.ofNullable(lastFailure),
        Optional.ofNullable(failingSince),
        Optional.ofNullable(lastSuccess));
  }

  /** Ends a pause: single jobs are sent at once, and the first that is answered closes it. */
  public void probe() {
    synchronized (this) {
      if (state != State.OPEN) {
        return;
      }
      state = State.HALF_OPEN;
      LOG.info("The pause of the target {} was ended by a call", target);
    }
    notifyListeners();
  }

  /** Notes that the target has confirmed a message. */
  void confirmed() {
    synchronized (this) {
      lastSuccess = time.instant();
    }
    answered();
  }

  /** Notes that the target has answered. */
  void answered() {
    synchronized (this) {
      failures = 0;
      if (state != State.OPEN) {
        lastFailure = null;
      }
      if (state != State.HALF_OPEN) {
        return;
      }
      state = State.CLOSED;
      failingSince = null;
      pauses.succeeded();
      LOG.info("The target {} answers again", target);
    }
    notifyListeners();
  }

  /** Notes a failure of the target. */
  void failed(String reason) {
    synchronized (this) {
      failures++;
      lastFailure = reason;
      boolean isProbe = state == State.HALF_OPEN;
      if (state == State.OPEN || (!isProbe && failures < FAILURES_IN_A_ROW)) {
        return;
      }
      open(pauses.next());
      log("Nothing is sent to the target {} until {}: {}", reason);
    }
    notifyListeners();
  }

  /**
   * Notes a failure after which the next one is certain: opens the breaker at once. Returns whether
   * it was not open.
   */
  boolean refused(String reason) {
    synchronized (this) {
      lastFailure = reason;
      if (state == State.OPEN) {
        return false;
      }
      open(pauses.next());
      log("Nothing is sent to the destination {} until {}: {}", reason);
    }
    notifyListeners();
    return true;
  }

  // Each kind of failure once a minute.
  private void log(String message, String reason) {
    String kind = AttemptRecord.Outcome.FAILED.fingerprint(reason);
    Instant now = time.instant();
    if (!kind.equals(loggedKind) || !now.isBefore(loggedAt.plus(LOG_PACE))) {
      loggedKind = kind;
      loggedAt = now;
      LOG.warn(message, target, openUntil, reason);
    }
  }

  /** Opens the breaker because the target asked for a pause. */
  void pause(Duration pause, String reason) {
    synchronized (this) {
      Instant until = time.instant().plus(pause);
      if (state == State.OPEN && !openUntil.isBefore(until)) {
        return;
      }
      open(pause);
      lastFailure = "asked for a pause: " + reason;
      LOG.info("The target {} asked for a pause until {}: {}", target, openUntil, reason);
    }
    notifyListeners();
  }

  private void open(Duration pause) {
    Instant now = time.instant();
    if (state == State.CLOSED) {
      failingSince = now;
    }
    state = State.OPEN;
    Instant until = now.plus(pause);
    openUntil = until;
    time.after(pause, () -> lookAgain(until));
  }

  private void lookAgain(Instant until) {
    synchronized (this) {
      if (state != State.OPEN || !openUntil.equals(until)) {
        return;
      }
      state = State.HALF_OPEN;
    }
    notifyListeners();
  }

  /** Calls back after each change, without a lock; calls may overlap. Returns what ends it. */
  synchronized Runnable listen(Runnable listener) {
    listeners.add(listener);
    return () -> forget(listener);
  }

  private synchronized void forget(Runnable listener) {
    listeners.remove(listener);
  }

  private void notifyListeners() {
    List<Runnable> notified;
    synchronized (this) {
      notified = List.copyOf(listeners);
    }
    notified.forEach(Runnable::run);
  }
}
