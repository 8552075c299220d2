package io.duetime.server.http.call;

import io.duetime.wire.Problem;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into lines, which end with a line feed or with the stream. A line that is
 * refused, such as one that is longer than allowed, is reported and skipped. Not thread safe.
 */
final class LineSplitter {
  /** Receives the lines, numbered from 1, without their ends; a refused one has no bytes. */
  interface Sink {
    void line(long number, byte[] line, @Nullable Problem refusal);
  }

  private final int maxLine;
  private final Sink sink;
  private Buffer rest = Buffer.buffer();
  private long number = 1;
  private @Nullable Problem refusal;

  LineSplitter(int maxLine, Sink sink) {
    this.maxLine = maxLine;
    this.sink = sink;
  }

  /** The bytes of the line that has not ended. */
  int unfinished() {
    return rest.length();
  }

  /** Refuses the line that has not ended, and forgets its bytes. */
  void refuse(Problem why) {
    refusal = why;
    rest = Buffer.buffer();
  }

  /** The number of the next line. */
  long number() {
    return number;
  }

  void add(Buffer part) {
    byte[] bytes = part.getBytes();
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        append(bytes, from, i);
        emit();
        from = i + 1;
      }
    }
    append(bytes, from, bytes.length);
  }

  /** Ends the stream: the bytes after the last line feed are a line, too. */
  void end() {
    if (rest.length() > 0 || refusal != null) {
      emit();
    }
  }

  private void append(byte[] bytes, int from, int to) {
    if (refusal != null || from == to) {
      return;
    }
    if (rest.length() + (to - from) > maxLine) {
      refuse(Refusal.tooLarge("The line", maxLine).problem());
    } else {
      rest.appendBytes(bytes, from, to - from);
    }
  }

  private void emit() {
    sink.line(number, rest.getBytes(), refusal);
    number++;
    refusal = null;
    rest = Buffer.buffer();
  }
}
