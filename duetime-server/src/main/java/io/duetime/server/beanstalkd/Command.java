package io.duetime.server.beanstalkd;

import io.duetime.server.access.Role;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

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
    return new Command(Verb.ERROR, 0, 0, 0, 0, 0, answer, NO_BODY);
  }

  /** Parses a line without its CRLF; the body of a put follows it. */
  static Command parse(String line, boolean isCut) {
    if (WebLine.matches(line)) {
      return new Command(Verb.WEB, 0, 0, 0, 0, 0, "", NO_BODY);
    }
    if (isCut || line.indexOf('\0') >= 0) {
      return error(Reply.BAD_FORMAT);
    }
    Verb verb = Verb.of(line);
    return verb == Verb.ERROR ? error(Reply.UNKNOWN_COMMAND) : new LineParser(line, verb).parse();
  }

  Command with(byte[] newBody) {
    return new Command(verb, id, priority, seconds, ttrSeconds, count, text, newBody);
  }

  /** Never prints the secret of a token, nor the body of a job. */
  @Override
  public String toString() {
    return verb + " " + id;
  }

  /** The tube on which a command needs its role. */
  enum Scope {
    USED,
    NAMED,
    ALL,
    /**
     * None, or one that is known later: a job in a tube without the role is not found, and a
     * reserve leaves out the watched tubes without the role.
     */
    OPEN
  }

  /** The commands of the protocol; those that are counted in the order of their counters. */
  public enum Verb {
    PUT("put ", "pdtb", Role.PRODUCE, Scope.USED),
    PEEK("peek ", "i"),
    PEEK_READY("peek-ready", "", Role.PAYLOAD, Scope.USED),
    PEEK_DELAYED("peek-delayed", "", Role.PAYLOAD, Scope.USED),
    PEEK_BURIED("peek-buried", "", Role.PAYLOAD, Scope.USED),
    RESERVE("reserve", ""),
    // beanstalkd ignores what follows this number, and that of a kick.
    RESERVE_WITH_TIMEOUT("reserve-with-timeout ", "d*"),
    DELETE("delete ", "i"),
    RELEASE("release ", "ipd"),
    USE("use ", "n"),
    WATCH("watch ", "n", Role.CONSUME, Scope.NAMED),
    IGNORE("ignore ", "n"),
    BURY("bury ", "ip"),
    KICK("kick ", "k*", Role.ADMIN, Scope.USED),
    TOUCH("touch ", "i"),
    STATS("stats", "", Role.READ, Scope.ALL),
    STATS_JOB("stats-job ", "i"),
    STATS_TUBE("stats-tube ", "n", Role.READ, Scope.NAMED),
    LIST_TUBES("list-tubes", ""),
    LIST_TUBE_USED("list-tube-used", ""),
    LIST_TUBES_WATCHED("list-tubes-watched", ""),
    PAUSE_TUBE("pause-tube", " nd", Role.ADMIN, Scope.NAMED),
    RESERVE_JOB("reserve-job ", "i"),
    KICK_JOB("kick-job ", "i"),
    QUIT("quit", "*"),
    /** Not in the specification: logs in with a token. */
    AUTH("auth ", "a"),
    /** A line that is no command; it is answered with {@link Command#text}. */
    ERROR("", ""),
    /** A line of HTTP or TLS: the connection is closed without an answer. */
    WEB("", "");

    private static final List<Verb> LONGEST_FIRST =
        Stream.of(values())
            .sorted(Comparator.comparingInt((Verb verb) -> verb.text.length()).reversed())
            .toList();

    /** The text with which its lines begin. */
    final String text;

    /** A letter for each argument, which {@link LineParser} reads. */
    private final String arguments;

    final Role role;
    final Scope scope;

    Verb(String text, String arguments) {
      this(text, arguments, Role.READ, Scope.OPEN);
    }

    Verb(String text, String arguments, Role role, Scope scope) {
      this.text = text;
      this.arguments = arguments;
      this.role = role;
      this.scope = scope;
    }

    /** The name of the command. */
    String command() {
      return text.strip();
    }

    /** Whether the statistics have its counter. */
    boolean isCounted() {
      return compareTo(PAUSE_TUBE) <= 0;
    }

    /** Finds the command of a line, the longest if it begins with several; ERROR for none. */
    static Verb of(String line) {
      for (Verb verb : LONGEST_FIRST) {
        if (line.startsWith(verb.text)) {
          return verb;
        }
      }
      return ERROR;
    }
  }

  /**
   * Detects lines of HTTP and of TLS. A web page can make a browser send a request to this port,
   * and the lines of its body are commands of the page's choice. No command of the protocol looks
   * like the lines before that body.
   */
  static final class WebLine {
    private static final char TLS_HANDSHAKE = 0x16;
    private static final String VERSION = " HTTP/";

    private WebLine() {}

    /** Whether a line, or what was kept of a long one, belongs to a request of a browser. */
    static boolean matches(String line) {
      return isTls(line) || isRequest(line) || isHeader(line);
    }

    private static boolean isTls(String line) {
      return !line.isEmpty() && line.charAt(0) == TLS_HANDSHAKE;
    }

    // A method in capitals, or a version behind a target. A tube may be named "HTTP/1.1".
    private static boolean isRequest(String line) {
      int space = line.indexOf(' ');
      return space > 0
          && (isAll(WebLine::isCapital, line, space) || line.indexOf(VERSION, space + 1) > 0);
    }

    private static boolean isHeader(String line) {
      int colon = line.indexOf(':');
      return colon > 0 && isAll(WebLine::isNameCharacter, line, colon);
    }

    private static boolean isAll(IntPredicate kind, String line, int end) {
      int at = 0;
      while (at < end && kind.test(line.charAt(at))) {
        at++;
      }
      return at == end;
    }

    private static boolean isCapital(int c) {
      return c >= 'A' && c <= 'Z';
    }

    private static boolean isNameCharacter(int c) {
      return c == '-'
          || c == '_'
          || isCapital(c)
          || (c >= 'a' && c <= 'z')
          || (c >= '0' && c <= '9');
    }
  }

  /** Parses the arguments of a command from left to right. */
  private static final class LineParser {
    private static final long MAX_U32 = (1L << 32) - 1;
    private static final int MAX_NAME = 200;
    private static final String NAME_CHARACTERS = "-+/;.$_()";

    private final String line;
    private final Verb verb;
    private int at;
    private boolean isWrong;

    LineParser(String line, Verb verb) {
      this.line = line;
      this.verb = verb;
      this.at = verb.text.length();
    }

    Command parse() {
      long id = 0;
      long priority = 0;
      long seconds = 0;
      long ttr = 0;
      long count = 0;
      String text = "";
      for (int i = 0; i < verb.arguments.length(); i++) {
        switch (verb.arguments.charAt(i)) {
          case 'i' -> id = number();
          case 'p' -> priority = u32();
          case 'd' -> seconds = u32();
          case 't' -> ttr = Math.max(1, u32());
          case 'b' -> count = u32();
          case 'k' -> count = bound();
          case 'n' -> text = name();
          case 'a' -> text = rest().strip();
          case ' ' -> skipSpaces();
          default -> rest();
        }
      }
      return isWrong || at < line.length()
          ? error(Reply.BAD_FORMAT)
          : new Command(verb, id, priority, seconds, ttr, count, text, NO_BODY);
    }

    private String rest() {
      String rest = line.substring(at);
      at = line.length();
      return rest;
    }

    /** Reads a number of at most 32 bits, after any spaces. */
    private long u32() {
      long value = number();
      isWrong |= value < 0 || value > MAX_U32;
      return value;
    }

    /** Reads the most jobs to kick; clients write -1 for all. */
    private long bound() {
      skipSpaces();
      if (!line.startsWith("-", at)) {
        return u32();
      }
      at++;
      u32();
      return MAX_U32;
    }

    private String name() {
      int from = at;
      while (at < line.length() && isNameCharacter(line.charAt(at))) {
        at++;
      }
      isWrong |= at == from || at - from > MAX_NAME || line.charAt(from) == '-';
      return line.substring(from, at);
    }

    /** Reads a number of at most 64 bits; a job's above 2⁶³−1 is negative and never exists. */
    private long number() {
      skipSpaces();
      int from = at;
      while (at < line.length() && isDigit(line.charAt(at))) {
        at++;
      }
      try {
        return Long.parseUnsignedLong(line, from, at, 10);
      } catch (NumberFormatException noneOrTooLarge) {
        isWrong = true;
        return 0;
      }
    }

    private void skipSpaces() {
      while (at < line.length() && line.charAt(at) == ' ') {
        at++;
      }
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private static boolean isNameCharacter(char c) {
      return (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || isDigit(c)
          || NAME_CHARACTERS.indexOf(c) >= 0;
    }
  }
}
