package io.duetime.server.beanstalkd;

/**
 * One command with its arguments; a number that the command does not have is 0.
 *
 * @param verb which one
 * @param id the number of a job
 * @param priority smaller first
 * @param seconds a delay, the length of a pause, or a timeout
 * @param ttrSeconds how long a client may work on the job, at least 1 for a put
 * @param count the length of a body, or the most jobs to kick
 * @param text the name of a tube, the secret of a token, or the answer to a line that is no
 *     command; empty for none
 * @param body the body of a job; empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by content, and too expensive to copy
public record Command(
    Verb verb,
    long id,
    long priority,
    long seconds,
    long ttrSeconds,
    long count,
    String text,
    byte[] body) {
  /** The length of the CRLF after a body. */
  static final int TRAILER = 2;

  private static final byte[] NO_BODY = {};

  static Command error(String answer) {
    return withText(Verb.ERROR, answer, 0);
  }

  static Command withText(Verb verb, String text, long seconds) {
    return new Command(verb, 0, 0, seconds, 0, 0, text, NO_BODY);
  }

  static Command onJob(Verb verb, long id, long priority, long seconds) {
    return new Command(verb, id, priority, seconds, 0, 0, "", NO_BODY);
  }

  static Command counted(Verb verb, long count) {
    return new Command(verb, 0, 0, 0, 0, count, "", NO_BODY);
  }

  static Command put(long priority, long delaySeconds, long ttrSeconds, long bytes) {
    return new Command(
        Verb.PUT, 0, priority, delaySeconds, Math.max(1, ttrSeconds), bytes, "", NO_BODY);
  }

  Command with(byte[] newBody) {
    return new Command(verb, id, priority, seconds, ttrSeconds, count, text, newBody);
  }

  /** Never prints the secret of a token, nor the body of a job. */
  @Override
  public String toString() {
    return verb + " " + id;
  }

  /** The commands of the protocol; those that are counted in the order of their counters. */
  public enum Verb {
    PUT("put "),
    PEEK("peek "),
    PEEK_READY("peek-ready"),
    PEEK_DELAYED("peek-delayed"),
    PEEK_BURIED("peek-buried"),
    RESERVE("reserve"),
    RESERVE_WITH_TIMEOUT("reserve-with-timeout "),
    DELETE("delete "),
    RELEASE("release "),
    USE("use "),
    WATCH("watch "),
    IGNORE("ignore "),
    BURY("bury "),
    KICK("kick "),
    TOUCH("touch "),
    STATS("stats"),
    STATS_JOB("stats-job "),
    STATS_TUBE("stats-tube "),
    LIST_TUBES("list-tubes"),
    LIST_TUBE_USED("list-tube-used"),
    LIST_TUBES_WATCHED("list-tubes-watched"),
    PAUSE_TUBE("pause-tube"),
    RESERVE_JOB("reserve-job ", false),
    KICK_JOB("kick-job ", false),
    QUIT("quit", false),
    /** Not in the specification: logs in with a token. */
    AUTH("auth ", false),
    /** A line that is no command; it is answered with {@link Command#text}. */
    ERROR("", false),
    /** A line of HTTP or TLS: the connection is closed without an answer. */
    WEB("", false);

    /** The text with which its lines begin. */
    final String text;

    /** Whether the statistics have its counter. */
    final boolean isCounted;

    Verb(String text) {
      this(text, true);
    }

    Verb(String text, boolean isCounted) {
      this.text = text;
      this.isCounted = isCounted;
    }

    /** The name of the command. */
    String command() {
      return text.strip();
    }

    /** Finds the command of a line, the longest if it begins with several; ERROR for none. */
    static Verb of(String line) {
      Verb longest = ERROR;
      for (Verb verb : values()) {
        if (verb.text.length() > longest.text.length() && line.startsWith(verb.text)) {
          longest = verb;
        }
      }
      return longest;
    }
  }
}
