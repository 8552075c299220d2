package io.duetime.cli.load;

import io.duetime.DuetimeException;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.server.json.SpecReader;
import io.duetime.server.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the lines of a file and the queue of each. Lines without an id get one, so that they can be
 * sent again. Skips blank lines.
 */
final class JobLines {
  private static final int MAX_LINE = 4 << 20;

  private final InputStream in;
  private final @Nullable String queue;
  private final long fromLine;
  private final Supplier<String> ids;
  private final LongConsumer bytesRead;

  JobLines(
      InputStream in,
      @Nullable String queue,
      long fromLine,
      Supplier<String> ids,
      LongConsumer bytesRead) {
    this.in = in;
    this.queue = queue;
    this.fromLine = fromLine;
    this.ids = ids;
    this.bytesRead = bytesRead;
  }

  /**
   * A line with a job.
   *
   * @param queue its queue, or null without one
   * @param id the job's id, or null if the line is invalid
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Line(long number, byte[] json, @Nullable String queue, @Nullable String id) {}

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
    if (number >= fromLine && !new String(json, StandardCharsets.UTF_8).isBlank()) {
      sink.accept(read(number, json));
    }
  }

  private Line read(long number, byte[] json) {
    try {
      StrictJson.JsonObject job = StrictJson.object(json);
      if (job.values().containsKey("id")) {
        return new Line(number, json, queueOf(job), SpecReader.idOf(job));
      }
      String id = ids.get();
      boolean isEmpty = job.values().isEmpty() && job.payload() == null;
      return new Line(number, withId(json, id, isEmpty), queueOf(job), id);
    } catch (DuetimeException broken) {
      // The server answers what is wrong with it.
      return new Line(number, json, queue, null);
    }
  }

  private @Nullable String queueOf(StrictJson.JsonObject job) {
    JsonNode named = job.values().get("queue");
    return named != null && named.isString() ? named.stringValue() : queue;
  }

  /** The object with an id as its first member. */
  private static byte[] withId(byte[] json, String id, boolean isEmpty) {
    int brace = 0;
    while (json[brace] != '{') {
      brace++;
    }
    byte[] member =
        ("\"id\":\"" + id + "\"" + (isEmpty ? "" : ",")).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream with = new ByteArrayOutputStream(json.length + member.length);
    with.write(json, 0, brace + 1);
    with.writeBytes(member);
    with.write(json, brace + 1, json.length - brace - 1);
    return with.toByteArray();
  }
}
