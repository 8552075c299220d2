package io.duetime.redis.internal.link;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates failures of calls into exceptions of the library. */
public final class Failures {
  private Failures() {}

  /** The error that the store answered; null for another failure. */
  public static @Nullable ErrorReply reply(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RedisCommandExecutionException) {
        return ErrorReply.parse(String.valueOf(cause.getMessage()));
      }
    }
    return null;
  }

  static RuntimeException answered(String operation, ErrorReply error) {
    if (error.code().startsWith("DT")) {
      return new ScriptErrorException(error.code(), error.message());
    }
    String message = operation + ": the store answers " + error.message();
    return switch (error.code()) {
      case "OOM" -> new RetryableException(ErrorCode.STORE_FULL, message + "; make room");
      case "NOAUTH", "WRONGPASS", "NOPERM", "DENIED" ->
          new StoreFailureException(
              ErrorCode.STORE_REFUSED, message + "; check user, password and permissions");
      case "WRONGTYPE" ->
          new StoreFailureException(
              ErrorCode.STORE_DAMAGED, message + "; another program uses our keys");
      case "MISCONF" ->
          new RetryableException(ErrorCode.STORE_UNAVAILABLE, message + "; check its disk");
      default -> answeredOtherwise(message, error);
    };
  }

  private static DuetimeException answeredOtherwise(String message, ErrorReply error) {
    if (error.isPassing()) {
      return new RetryableException(ErrorCode.STORE_UNAVAILABLE, message);
    }
    // There is no database of the number in the URI; a cluster has number 0 only.
    if (message.contains("DB index") || message.contains("SELECT is not allowed")) {
      return new StoreFailureException(
          ErrorCode.STORE_REFUSED,
          message + "; check the number of the database at the end of the URI");
    }
    if (error.isUnknownCommand()) {
      return new InvalidRequestException(
          ErrorCode.UNSUPPORTED, "command", error.message(), "what the store knows");
    }
    return new StoreFailureException(ErrorCode.INTERNAL, message);
  }

  /** The call was not sent. */
  static RetryableException unavailable(String operation, Throwable cause) {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE,
        operation + ": the store cannot be reached: " + words(cause),
        cause);
  }

  /** The call was sent, and no answer came. */
  static OutcomeUnknownException lost(String operation, Throwable cause) {
    return new OutcomeUnknownException(
        operation + ": no answer came, so it may or may not have been done: " + words(cause),
        cause);
  }

  /** The link has been closed by its owner. */
  static RetryableException closed(String operation) {
    return new RetryableException(ErrorCode.STORE_UNAVAILABLE, operation + ": the store is closed");
  }

  /** Whether a connection ended while it was made, without an answer and without an I/O error. */
  public static boolean isClosedWithoutReason(RedisConnectionException failure) {
    return reply(failure) == null && innermost(failure) instanceof RedisConnectionException;
  }

  /** Translates the failure of the first connection. */
  public static RuntimeException opening(String place, Throwable failure) {
    ErrorReply error = reply(failure);
    return error != null
        ? answered("connecting to " + place, error)
        : unavailable("connecting to " + place, failure);
  }

  private static String words(Throwable cause) {
    Throwable innermost = innermost(cause);
    String message = innermost.getMessage();
    return message == null ? innermost.getClass().getSimpleName() : message;
  }

  private static Throwable innermost(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return innermost;
  }

  /**
   * An error that the store has answered.
   *
   * @param code its first word, such as {@code READONLY}
   * @param message all of it
   */
  public record ErrorReply(String code, String message) {
    /**
     * Redis 6 wraps an error inside a script: "ERR Error running script (…): …: -OOM …", or "…:
     * WRONGTYPE …".
     */
    private static final Pattern INSIDE_SCRIPT =
        Pattern.compile("ERR Error running script.*?: -?([A-Z][A-Z0-9]+) .*", Pattern.DOTALL);

    private static final Set<String> PASSING =
        Set.of(
            "TRYAGAIN",
            "CLUSTERDOWN",
            "LOADING",
            "BUSY",
            "MASTERDOWN",
            "READONLY",
            "MOVED",
            "ASK",
            "NOREPLICAS");

    static ErrorReply parse(String message) {
      Matcher inside = INSIDE_SCRIPT.matcher(message);
      if (inside.matches()) {
        return new ErrorReply(inside.group(1), message);
      }
      int end = message.indexOf(' ');
      return new ErrorReply(end < 0 ? message : message.substring(0, end), message);
    }

    /** Whether the reason passes, such as a redirection or loading: the server did nothing. */
    boolean isPassing() {
      return PASSING.contains(code);
    }

    /** Whether the other server needs ASKING before the call. */
    public boolean isForThisTime() {
      return code.equals("ASK");
    }

    /** The server of a redirection: the last word, {@code host:port}. */
    public String elsewhere() {
      return message.substring(message.lastIndexOf(' ') + 1);
    }

    public boolean isUnknownCommand() {
      return message.startsWith("ERR unknown command");
    }
  }
}
