package io.duetime.handover;

import io.duetime.Limits;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells why a message was not confirmed, and by that what happens to its job. */
public final class PublishFailure extends RuntimeException {
  /** Causes may form a circle. */
  private static final int DEEPEST = 20;

  private static final long serialVersionUID = 1L;

  /** What is known about the message, and what happens to its job. */
  public enum Kind {
    /** The message was not sent. The job is released, its attempt refunded. */
    NOT_SENT,
    /**
     * The message was sent, and the connection or the answer was lost. The job is retried, and may
     * arrive twice.
     */
    UNCONFIRMED,
    /** The receiver refused the message now. The job is retried by its retry policy. */
    REFUSED,
    /** The receiver will never accept the message. The job is dead at once. */
    IMPOSSIBLE
  }

  private final Kind kind;
  private final String reason;
  private final Scope scope;
  private final @Nullable Duration pause;

  /** What a failure says something about. */
  private enum Scope {
    MESSAGE,
    DESTINATION,
    TARGET
  }

  private PublishFailure(Kind kind, String reason, Scope scope, @Nullable Duration pause) {
    super(Limits.given("reason", reason), null, false, false);
    this.kind = kind;
    this.reason = reason;
    this.scope = scope;
    this.pause = pause;
  }

  /** The message was not sent, as there is no connection. Counts against the target. */
  public static PublishFailure notSent(String reason) {
    return new PublishFailure(Kind.NOT_SENT, reason, Scope.TARGET, null);
  }

  /** The message waited too long for its turn, and was not sent; the target may work. */
  public static PublishFailure waited(String reason) {
    return new PublishFailure(Kind.NOT_SENT, reason, Scope.MESSAGE, null);
  }

  /** The message was sent, and its confirm did not come. Counts against the target. */
  public static PublishFailure unconfirmed(String reason) {
    return new PublishFailure(Kind.UNCONFIRMED, reason, Scope.TARGET, null);
  }

  /**
   * The message was sent to a destination that refused another one, and its answer was lost. The
   * job is released, its attempt refunded, and may arrive twice.
   */
  public static PublishFailure besideRefused(String reason) {
    return new PublishFailure(Kind.UNCONFIRMED, reason, Scope.DESTINATION, null);
  }

  /** The message was sent, and its answer was lost; the receiver works otherwise. */
  public static PublishFailure uncertain(String reason) {
    return new PublishFailure(Kind.UNCONFIRMED, reason, Scope.MESSAGE, null);
  }

  /** The receiver answered that it cannot work now. Counts against the target. */
  public static PublishFailure failing(String reason) {
    return new PublishFailure(Kind.REFUSED, reason, Scope.TARGET, null);
  }

  /** The receiver refused this message, and works otherwise. */
  public static PublishFailure refused(String reason) {
    return new PublishFailure(Kind.REFUSED, reason, Scope.MESSAGE, null);
  }

  /**
   * The destination of the queue is missing or forbidden, and the receiver works otherwise. Until
   * it takes a message again, single jobs are sent to it.
   */
  public static PublishFailure destination(String reason) {
    return new PublishFailure(Kind.REFUSED, reason, Scope.DESTINATION, null);
  }

  /**
   * The receiver asked for a pause.
   *
   * @param pause how long nothing is sent to the target and the job is not retried, 0 to 1 day;
   *     more is shortened
   */
  public static PublishFailure busy(Duration pause, String reason) {
    Duration longest = Duration.ofDays(1);
    Duration shortened = pause.compareTo(longest) > 0 ? longest : pause;
    return new PublishFailure(
        Kind.REFUSED, reason, Scope.TARGET, shortened.isNegative() ? Duration.ZERO : shortened);
  }

  /** The receiver will never accept this message. */
  public static PublishFailure impossible(String reason) {
    return new PublishFailure(Kind.IMPOSSIBLE, reason, Scope.MESSAGE, null);
  }

  /**
   * What the deepest of the first 20 causes of a failure says: its message, or else the name of its
   * class.
   */
  public static String words(Throwable failure) {
    Throwable deepest = failure;
    for (int depth = 0; depth < DEEPEST && deepest.getCause() != null; depth++) {
      deepest = deepest.getCause();
    }
    String message = deepest.getMessage();
    return message == null ? deepest.getClass().getSimpleName() : message;
  }

  /** What is known about the message. */
  public Kind kind() {
    return kind;
  }

  /** The pause that the receiver asked for. */
  public Optional<Duration> pause() {
    return Optional.ofNullable(pause);
  }

  /** Whether the failure says that the target is down, not that a message is bad. */
  public boolean isOfTarget() {
    return scope == Scope.TARGET;
  }

  /** Whether the failure says that the destination of the queue is missing or forbidden. */
  public boolean isOfDestination() {
    return scope == Scope.DESTINATION;
  }

  /** The reason that is kept with the job. */
  public String reason() {
    return reason;
  }
}
