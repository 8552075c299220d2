package io.duetime.server.beanstalkd.wire;

/** Reads the arguments of a line from left to right. */
final class Scanner {
  static final long MAX_U32 = (1L << 32) - 1;

  private static final int MAX_NAME = 200;
  private static final String NAME_CHARACTERS = "-+/;.$_()";

  private final String line;
  private int at;

  Scanner(String line, int from) {
    this.line = line;
    this.at = from;
  }

  /** The line is not well-formed. */
  static final class BadFormatException extends Exception {
    private static final long serialVersionUID = 1;

    BadFormatException() {
      // Answered to the client at once; a stack trace tells nothing.
      super(Reply.BAD_FORMAT, null, false, false);
    }
  }

  /** Reads a number of at most 32 bits, after any spaces. */
  long u32() throws BadFormatException {
    long value = number();
    if (value < 0 || value > MAX_U32) {
      throw new BadFormatException();
    }
    return value;
  }

  /** Reads the most jobs to kick; clients write -1 for all. */
  long bound() throws BadFormatException {
    skipSpaces();
    return line.startsWith("-", at) ? unbounded() : u32();
  }

  private long unbounded() throws BadFormatException {
    at++;
    u32();
    return MAX_U32;
  }

  /** Reads the number of a job, at most 2⁶⁴−1; those above 2⁶³−1 are negative and never exist. */
  long id() throws BadFormatException {
    return number();
  }

  /** Reads a name; {@code after} spaces if the command allows them. */
  String name(boolean afterSpaces) throws BadFormatException {
    if (afterSpaces) {
      skipSpaces();
    }
    int from = at;
    while (at < line.length() && isNameCharacter(line.charAt(at))) {
      at++;
    }
    if (at == from || at - from > MAX_NAME || line.charAt(from) == '-') {
      throw new BadFormatException();
    }
    return line.substring(from, at);
  }

  /** Reads what is left, without spaces around it. */
  String rest() {
    String rest = line.substring(at).strip();
    at = line.length();
    return rest;
  }

  /** Refuses anything after the last argument. */
  void end() throws BadFormatException {
    if (at < line.length()) {
      throw new BadFormatException();
    }
  }

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
