package io.duetime.server.beanstalkd.wire;

/**
 * One command with its arguments.
 *
 * @param verb which one
 * @param numbers its numbers
 * @param text the name of a tube, the secret of a token, or the answer to a line that is no
 *     command; empty for none
 * @param body the body of a job; empty for none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by content, and too expensive to copy
public record Command(Verb verb, Numbers numbers, String text, byte[] body) {
  /** The length of the CRLF after a body. */
  static final int TRAILER = 2;

  private static final byte[] NO_BODY = {};

  /**
   * The numbers of a command; 0 where it has none.
   *
   * @param id the number of a job
   * @param priority smaller first
   * @param seconds a delay, the length of a pause, or a timeout
   * @param ttrSeconds how long a client may work on the job, at least 1 for a put
   * @param count the length of a body, or the most jobs to kick
   */
  public record Numbers(long id, long priority, long seconds, long ttrSeconds, long count) {
    static final Numbers NONE = new Numbers(0, 0, 0, 0, 0);
  }

  static Command error(String answer) {
    return new Command(Verb.ERROR, Numbers.NONE, answer, NO_BODY);
  }

  static Command plain(Verb verb) {
    return new Command(verb, Numbers.NONE, "", NO_BODY);
  }

  static Command onJob(Verb verb, long id, long priority, long seconds) {
    return numbered(verb, new Numbers(id, priority, seconds, 0, 0));
  }

  static Command login(String secret) {
    return new Command(Verb.AUTH, Numbers.NONE, secret, NO_BODY);
  }

  static Command onTube(Verb verb, String tube, long seconds) {
    return new Command(verb, new Numbers(0, 0, seconds, 0, 0), tube, NO_BODY);
  }

  static Command kick(long bound) {
    return numbered(Verb.KICK, new Numbers(0, 0, 0, 0, bound));
  }

  static Command timed(long seconds) {
    return numbered(Verb.RESERVE_WITH_TIMEOUT, new Numbers(0, 0, seconds, 0, 0));
  }

  static Command put(long priority, long delaySeconds, long ttrSeconds, long bytes) {
    return numbered(
        Verb.PUT, new Numbers(0, priority, delaySeconds, Math.max(1, ttrSeconds), bytes));
  }

  private static Command numbered(Verb verb, Numbers numbers) {
    return new Command(verb, numbers, "", NO_BODY);
  }

  Command with(byte[] newBody) {
    return new Command(verb, numbers, text, newBody);
  }

  /** Never prints the secret of a token, nor the body of a job. */
  @Override
  public String toString() {
    return verb + " " + numbers;
  }

  /** The number of a job. */
  public long id() {
    return numbers.id();
  }

  /** The priority of a job. */
  public long priority() {
    return numbers.priority();
  }

  /** A delay, the length of a pause, or a timeout. */
  public long seconds() {
    return numbers.seconds();
  }

  /** How long a client may work on a job. */
  public long ttrSeconds() {
    return numbers.ttrSeconds();
  }

  /** The length of a body, or the most jobs to kick. */
  public long count() {
    return numbers.count();
  }
}
