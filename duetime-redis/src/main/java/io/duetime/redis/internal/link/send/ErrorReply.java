package io.duetime.redis.internal.link.send;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error as the store answers it.
 *
 * @param code its first word, such as {@code READONLY}
 * @param message all of it
 */
public record ErrorReply(String code, String message) {
  /**
   * Redis 6 wraps what went wrong inside of a script: "ERR Error running script (…): …: -OOM …", or
   * "…: WRONGTYPE …".
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

  /** Whether the server sent us elsewhere, or has to come to rest first: it did nothing. */
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

  /** Whether the server sent us to another one: for good, or for this time (ASK). */
  boolean isElsewhere() {
    return code.equals("MOVED") || isForThisTime();
  }

  /** Whether the other server has to be told that it was this one that sent us. */
  public boolean isForThisTime() {
    return code.equals("ASK");
  }

  /** The server that it sent us to: the last word, {@code host:port}. */
  public String elsewhere() {
    return message.substring(message.lastIndexOf(' ') + 1);
  }

  /** Whether the server takes no writes: the one that does is elsewhere. */
  boolean isReadOnly() {
    return code.equals("READONLY");
  }

  boolean isUnknownScript() {
    return code.equals("NOSCRIPT");
  }

  public boolean isUnknownCommand() {
    return message.startsWith("ERR unknown command");
  }
}
