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
    Command command = Command.parse(text, lineTooLong);
    lineLength = 0;
    lineTooLong = false;
    afterCr = false;
    if (command.verb() == Verb.PUT) {
      beginBody(command);
    } else {
      complete = command;
    }
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
}
