package io.duetime.redis.internal.link.send;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    return switch (code) {
      case "TRYAGAIN",
          "CLUSTERDOWN",
          "LOADING",
          "BUSY",
          "MASTERDOWN",
          "READONLY",
          "MOVED",
          "ASK",
          "NOREPLICAS" ->
          true;
      default -> false;
    };
  }

  /** Whether the server redirected the call, for good (MOVED) or once (ASK). */
  boolean isElsewhere() {
    return code.equals("MOVED") || isForThisTime();
  }

  /** Whether the other server needs ASKING before the call. */
  public boolean isForThisTime() {
    return code.equals("ASK");
  }

  /** The server of a redirection: the last word, {@code host:port}. */
  public String elsewhere() {
    return message.substring(message.lastIndexOf(' ') + 1);
  }

  /** Whether the server accepts no writes because it is a replica. */
  boolean isReadOnly() {
    return code.equals("READONLY");
  }

  /** Whether there is no database of the number in the URI; a cluster has number 0 only. */
  boolean isAboutDatabase() {
    return message.contains("DB index") || message.contains("SELECT is not allowed");
  }

  boolean isUnknownScript() {
    return code.equals("NOSCRIPT");
  }

  public boolean isUnknownCommand() {
    return message.startsWith("ERR unknown command");
  }
}
