package io.duetime.server.beanstalkd;

import io.duetime.server.beanstalkd.Command.Verb;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of a connection into commands, however they arrive. Keeps at most one line or one
 * body.
 */
final class CommandReader {
  /** The longest command line, with its CRLF. */
  static final int MAX_LINE = 224;

  /** The room for the first bytes of a body; a client gets more only for bytes that it sends. */
  private static final int FIRST_ROOM = 4 << 10;

  private final int maxJobSize;
  private final BooleanSupplier keepsBodies;
  private final byte[] line = new byte[MAX_LINE];
  private int lineLength;
  private boolean lineTooLong;
  private boolean afterCr;

  // The put whose body is being read, or null.
  private @Nullable Command put;
  private byte[] body = {};
  private int bodyLength;
  private int trailerLength;
  private boolean trailerIsCrlf;

  // Bytes of a body that is refused, or whose sender is not known, and what follows them.
  private long toSkip;
  private Command afterSkipped = Command.error(Reply.JOB_TOO_BIG);

  private @Nullable Command complete;

  /**
   * Reads bodies of at most {@code maxJobSize} bytes.
   *
   * @param keepsBodies whether bodies are kept; otherwise a put has none, as it will be refused
   */
  CommandReader(int maxJobSize, BooleanSupplier keepsBodies) {
    this.maxJobSize = maxJobSize;
    this.keepsBodies = keepsBodies;
  }

  /**
   * Reads until a command is complete or the chunk ends.
   *
   * @return the position after the last byte that was read
   */
  int read(Buffer chunk, int from) {
    int at = from;
    while (at < chunk.length() && complete == null) {
      if (toSkip > 0) {
        at += skip(chunk.length() - at);
      } else if (put != null) {
        at += readBody(put, chunk, at);
      } else {
        readLine(chunk.getByte(at++));
      }
    }
    return at;
  }

  /** Takes the command that is complete; null for none. */
  @Nullable Command take() {
    Command taken = complete;
    complete = null;
    return taken;
  }

  /** Whether a command has begun that is not complete. */
  boolean isWithinCommand() {
    return lineLength > 0 || put != null || toSkip > 0;
  }

  /** The bytes that are kept of a body that is not complete. */
  int held() {
    return put == null ? 0 : body.length;
  }

  /** Forgets the body that is not complete, and skips the rest of it; the answer says why. */
  void refuse(String why) {
    if (put != null) {
      toSkip = put.count() - bodyLength + Command.TRAILER - trailerLength;
      afterSkipped = Command.error(why);
      put = null;
      body = new byte[0];
    }
  }

  private int skip(int available) {
    int skipped = (int) Math.min(toSkip, available);
    toSkip -= skipped;
    if (toSkip == 0) {
      complete = afterSkipped;
    }
    return skipped;
  }

  private void readLine(byte next) {
    if (next == '\n' && afterCr) {
      endLine();
      return;
    }
    afterCr = next == '\r';
    // The last byte is kept for the LF of a line that has the greatest length.
    if (lineLength == MAX_LINE - 1) {
      lineTooLong = true;
    } else {
      line[lineLength++] = next;
    }
  }

  private void endLine() {
    String text = new String(line, 0, lineLength - 1, StandardCharsets.ISO_8859_1);
    Command command = command(text);
    lineLength = 0;
    lineTooLong = false;
    afterCr = false;
    if (command.verb() == Verb.PUT) {
      beginBody(command);
    } else {
      complete = command;
    }
  }

  private Command command(String text) {
    if (WebLine.matches(text)) {
      return Command.counted(Verb.WEB, 0);
    }
    return lineTooLong ? Command.error(Reply.BAD_FORMAT) : LineParser.parse(text);
  }

  private void beginBody(Command command) {
    boolean isTooBig = command.count() > maxJobSize;
    if (isTooBig || !keepsBodies.getAsBoolean()) {
      toSkip = command.count() + Command.TRAILER;
      afterSkipped = isTooBig ? Command.error(Reply.JOB_TOO_BIG) : command;
      return;
    }
    put = command;
    body = new byte[(int) Math.min(command.count(), FIRST_ROOM)];
    bodyLength = 0;
    trailerLength = 0;
    trailerIsCrlf = true;
  }

  private int readBody(Command command, Buffer chunk, int at) {
    int length = (int) command.count();
    if (bodyLength == body.length && bodyLength < length) {
      int room = bodyLength + Math.max(bodyLength, chunk.length() - at);
      body = Arrays.copyOf(body, Math.min(length, room));
    }
    int wanted = Math.min(body.length - bodyLength, chunk.length() - at);
    if (wanted > 0) {
      chunk.getBytes(at, at + wanted, body, bodyLength);
      bodyLength += wanted;
      return wanted;
    }
    trailerIsCrlf &= chunk.getByte(at) == (trailerLength == 0 ? '\r' : '\n');
    if (++trailerLength == Command.TRAILER) {
      complete = trailerIsCrlf ? command.with(body) : Command.error(Reply.EXPECTED_CRLF);
      put = null;
      body = new byte[0];
    }
    return 1;
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
          && (line.substring(0, space).chars().allMatch(WebLine::isCapital)
              || line.indexOf(VERSION, space + 1) > 0);
    }

    private static boolean isHeader(String line) {
      int colon = line.indexOf(':');
      return colon > 0 && line.substring(0, colon).chars().allMatch(WebLine::isNameCharacter);
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

  /** Parses a command line from left to right. */
  static final class LineParser {
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
}
