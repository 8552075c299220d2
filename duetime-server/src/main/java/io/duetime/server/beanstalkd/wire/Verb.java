package io.duetime.server.beanstalkd.wire;

import org.jspecify.annotations.Nullable;

/**
 * The commands of the protocol, in the order in which a line is compared with them: a text that
 * begins another one comes after it.
 */
public enum Verb {
  PUT("put ", "put"),
  PEEK("peek ", "peek"),
  PEEK_READY("peek-ready", "peek-ready"),
  PEEK_DELAYED("peek-delayed", "peek-delayed"),
  PEEK_BURIED("peek-buried", "peek-buried"),
  RESERVE_WITH_TIMEOUT("reserve-with-timeout ", "reserve-with-timeout"),
  RESERVE_JOB("reserve-job ", null),
  RESERVE("reserve", "reserve"),
  DELETE("delete ", "delete"),
  RELEASE("release ", "release"),
  USE("use ", "use"),
  WATCH("watch ", "watch"),
  IGNORE("ignore ", "ignore"),
  BURY("bury ", "bury"),
  KICK("kick ", "kick"),
  KICK_JOB("kick-job ", null),
  TOUCH("touch ", "touch"),
  STATS_JOB("stats-job ", "stats-job"),
  STATS_TUBE("stats-tube ", "stats-tube"),
  STATS("stats", "stats"),
  LIST_TUBES_WATCHED("list-tubes-watched", "list-tubes-watched"),
  LIST_TUBE_USED("list-tube-used", "list-tube-used"),
  LIST_TUBES("list-tubes", "list-tubes"),
  PAUSE_TUBE("pause-tube", "pause-tube"),
  QUIT("quit", null),
  /** Not in the specification: logs in with a token. */
  AUTH("auth ", null),
  /** A line that is no command; it is answered with {@link Command#text}. */
  ERROR("", null),
  /** A line of HTTP or TLS: the connection is closed without an answer. */
  WEB("", null);

  private final String text;
  private final @Nullable String counter;

  Verb(String text, @Nullable String counter) {
    this.text = text;
    this.counter = counter;
  }

  /** The text with which its lines begin. */
  String text() {
    return text;
  }

  /** The name of its counter in the statistics after {@code cmd-}, or null if it has none. */
  public @Nullable String counter() {
    return counter;
  }

  /** Finds the command of a line; ERROR for none. */
  static Verb of(String line) {
    for (Verb verb : values()) {
      if (!verb.text.isEmpty() && line.startsWith(verb.text)) {
        return verb;
      }
    }
    return ERROR;
  }
}
