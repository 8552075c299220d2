package io.duetime.server.http.intake;

import io.vertx.core.buffer.Buffer;

/**
 * Cuts a stream of bytes into lines, which end with a line feed or with the stream. A line that is
 * longer than allowed is reported and skipped. Not thread safe.
 */
final class LineSplitter {
  /** Receives the lines, numbered from 1, without their ends. */
  interface Sink {
    void line(long number, byte[] line);

    void tooLong(long number);
  }

  private final int maxLine;
  private final Sink sink;
  private Buffer rest = Buffer.buffer();
  private long number = 1;
  private boolean skipping;

  LineSplitter(int maxLine, Sink sink) {
    this.maxLine = maxLine;
    this.sink = sink;
  }

  int maxLine() {
    return maxLine;
  }

  /** The number of the next line. */
  long number() {
    return number;
  }

  void add(Buffer part) {
    int from = 0;
    for (int i = 0; i < part.length(); i++) {
      if (part.getByte(i) == '\n') {
        append(part, from, i);
        emit();
        from = i + 1;
      }
    }
    append(part, from, part.length());
  }

  /** Ends the stream: the bytes after the last line feed are a line, too. */
  void end() {
    if (rest.length() > 0 || skipping) {
      emit();
    }
  }

  private void append(Buffer part, int from, int to) {
    if (skipping || from == to) {
      return;
    }
    if (rest.length() + (to - from) > maxLine) {
      skipping = true;
      rest = Buffer.buffer();
    } else {
      rest.appendBuffer(part, from, to - from);
    }
  }

  private void emit() {
    if (skipping) {
      sink.tooLong(number);
    } else {
      sink.line(number, rest.getBytes());
    }
    number++;
    skipping = false;
    rest = Buffer.buffer();
  }
}
