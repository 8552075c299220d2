package io.duetime.server.cli;

import io.duetime.DuetimeException;
import io.duetime.server.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads lines and finds out which queue each is for. Blank lines are passed over. */
final class JobLines {
  private static final int MAX_LINE = 4 << 20;

  private final InputStream in;
  private final @Nullable String queue;
  private final long fromLine;
  private final LongConsumer bytesRead;

  JobLines(InputStream in, @Nullable String queue, long fromLine, LongConsumer bytesRead) {
    this.in = in;
    this.queue = queue;
    this.fromLine = fromLine;
    this.bytesRead = bytesRead;
  }

  /**
   * One line.
   *
   * @param queue where it belongs, or null when it does not say
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Line(long number, byte[] json, @Nullable String queue) {}

  void forEach(Consumer<Line> sink) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] part = new byte[1 << 16];
    long number = 1;
    for (int count = in.read(part); count >= 0; count = in.read(part)) {
      bytesRead.accept(count);
      int from = 0;
      for (int i = 0; i < count; i++) {
        if (part[i] == '\n') {
          line.write(part, from, i - from);
          emit(number++, line, sink);
          from = i + 1;
        }
      }
      line.write(part, from, count - from);
      if (line.size() > MAX_LINE) {
        throw new RemoteFailure("line " + number + " is longer than 4 MiB", false);
      }
    }
    emit(number, line, sink);
  }

  private void emit(long number, ByteArrayOutputStream line, Consumer<Line> sink) {
    byte[] json = line.toByteArray();
    line.reset();
    if (number >= fromLine
        && !new String(json, java.nio.charset.StandardCharsets.UTF_8).isBlank()) {
      sink.accept(new Line(number, json, queueOf(json)));
    }
  }

  private @Nullable String queueOf(byte[] json) {
    try {
      JsonNode named = StrictJson.object(json).values().get("queue");
      return named != null && named.isString() ? named.stringValue() : queue;
    } catch (DuetimeException broken) {
      // The server tells what is wrong with it.
      return queue;
    }
  }
}
