package io.duetime.server.beanstalkd;

import io.duetime.server.beanstalkd.Command.Verb;

/** Parses a command line from left to right. */
final class LineParser {
  private static final long MAX_U32 = (1L << 32) - 1;
  private static final int MAX_NAME = 200;
  private static final String NAME_CHARACTERS = "-+/;.$_()";

  private final String line;
  private int at;

  private LineParser(String line, int from) {
    this.line = line;
    this.at = from;
  }

  /** The line is not well-formed. */
  private static final class BadFormatException extends Exception {
    private static final long serialVersionUID = 1;

    BadFormatException() {
      // Answered to the client at once; a stack trace tells nothing.
      super(Reply.BAD_FORMAT, null, false, false);
    }
  }

  /** Parses a line without its CRLF; the body of a put follows it. */
  static Command parse(String line) {
    if (line.indexOf('\0') >= 0) {
      return Command.error(Reply.BAD_FORMAT);
    }
    Verb verb = Verb.of(line);
    if (verb == Verb.ERROR) {
      return Command.error(Reply.UNKNOWN_COMMAND);
    }
    try {
      return new LineParser(line, verb.text.length()).parse(verb);
    } catch (BadFormatException wrong) {
      return Command.error(Reply.BAD_FORMAT);
    }
  }

  private Command parse(Verb verb) throws BadFormatException {
    return switch (verb) {
      case PUT -> ended(Command.put(u32(), u32(), u32(), u32()));
      case RELEASE -> ended(Command.onJob(verb, number(), u32(), u32()));
      case BURY -> ended(Command.onJob(verb, number(), u32(), 0));
      case PEEK, RESERVE_JOB, DELETE, KICK_JOB, TOUCH, STATS_JOB ->
          ended(Command.onJob(verb, number(), 0, 0));
      case USE, WATCH, IGNORE, STATS_TUBE -> ended(Command.withText(verb, name(), 0));
      case PAUSE_TUBE -> {
        skipSpaces();
        yield ended(Command.withText(verb, name(), u32()));
      }
      // beanstalkd ignores what follows these two numbers.
      case RESERVE_WITH_TIMEOUT -> Command.withText(verb, "", u32());
      case KICK -> Command.counted(verb, bound());
      case AUTH -> Command.withText(verb, line.substring(at).strip(), 0);
      case QUIT -> Command.counted(verb, 0);
      default -> ended(Command.counted(verb, 0));
    };
  }

  /** Refuses anything after the last argument. */
  private Command ended(Command command) throws BadFormatException {
    if (at < line.length()) {
      throw new BadFormatException();
    }
    return command;
  }

  /** Reads a number of at most 32 bits, after any spaces. */
  private long u32() throws BadFormatException {
    long value = number();
    if (value < 0 || value > MAX_U32) {
      throw new BadFormatException();
    }
    return value;
  }

  /** Reads the most jobs to kick; clients write -1 for all. */
  private long bound() throws BadFormatException {
    skipSpaces();
    if (!line.startsWith("-", at)) {
      return u32();
    }
    at++;
    u32();
    return MAX_U32;
  }

  private String name() throws BadFormatException {
    int from = at;
    while (at < line.length() && isNameCharacter(line.charAt(at))) {
      at++;
    }
    if (at == from || at - from > MAX_NAME || line.charAt(from) == '-') {
      throw new BadFormatException();
    }
    return line.substring(from, at);
  }

  /** Reads a number of at most 64 bits; a job's above 2⁶³−1 is negative and never exists. */
  private long number() throws BadFormatException {
    skipSpaces();
    int from = at;
    while (at < line.length() && isDigit(line.charAt(at))) {
      at++;
    }
    if (at == from) {
      throw new BadFormatException();
    }
    try {
      return Long.parseUnsignedLong(line, from, at, 10);
    } catch (NumberFormatException tooLarge) {
      throw new BadFormatException();
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
