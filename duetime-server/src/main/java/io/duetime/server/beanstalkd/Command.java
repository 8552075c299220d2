package io.duetime.server.beanstalkd;

/**
 * One command with its arguments. Arguments that the command does not have are 0 or empty.
 *
 * @param id the number of a job
 * @param priority smaller first
 * @param seconds a delay, the length of a pause, or a timeout
 * @param ttrSeconds how long a client may work on the job
 * @param count the length of a body, or the most jobs to kick
 * @param tube the name of a tube
 * @param body the body of a job
 * @param error the answer to a line that is no command
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by content, and too expensive to copy
record Command(
    Verb verb,
    long id,
    long priority,
    long seconds,
    long ttrSeconds,
    long count,
    String tube,
    byte[] body,
    String error) {
  /** The length of the CRLF after a body. */
  static final int TRAILER = 2;

  private static final byte[] NO_BODY = {};

  static Command error(String answer) {
    return new Command(Verb.ERROR, 0, 0, 0, 0, 0, "", NO_BODY, answer);
  }

  static Command plain(Verb verb) {
    return new Command(verb, 0, 0, 0, 0, 0, "", NO_BODY, "");
  }

  static Command onJob(Verb verb, long id, long priority, long seconds) {
    return new Command(verb, id, priority, seconds, 0, 0, "", NO_BODY, "");
  }

  static Command onTube(Verb verb, String tube, long seconds) {
    return new Command(verb, 0, 0, seconds, 0, 0, tube, NO_BODY, "");
  }

  static Command counted(Verb verb, long count) {
    return new Command(verb, 0, 0, 0, 0, count, "", NO_BODY, "");
  }

  static Command timed(long seconds) {
    return new Command(Verb.RESERVE_WITH_TIMEOUT, 0, 0, seconds, 0, 0, "", NO_BODY, "");
  }

  static Command put(long priority, long delaySeconds, long ttrSeconds, long bytes) {
    return new Command(
        Verb.PUT, 0, priority, delaySeconds, Math.max(1, ttrSeconds), bytes, "", NO_BODY, "");
  }

  Command with(byte[] newBody) {
    return new Command(verb, id, priority, seconds, ttrSeconds, count, tube, newBody, error);
  }
}
