package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.server.json.Fields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an export line by line. Refuses an invalid line by its number, and a file that ends before
 * its last line.
 */
final class ExportReader {
  private static final int MOST_LINE = 512 << 20;
  private static final List<String> HEADER =
      List.of("kind", "format", "version", "engine", "exportedAt");
  private static final List<String> END =
      Stream.concat(Stream.of("kind"), Sums.names().stream()).toList();

  private final InputStream in;
  private final Sums sums = Sums.ofLines();
  private final byte[] part = new byte[1 << 16];
  private int from;
  private int to;
  private long number;

  /** Reads from a stream, which need not be buffered. */
  ExportReader(InputStream in) {
    this.in = in;
  }

  /** The number of the last line read, from 1. */
  long number() {
    return number;
  }

  Sums sums() {
    return sums;
  }

  /** Reads the first line and returns the name of the engine. */
  String header() throws IOException {
    byte[] json = nextLine();
    if (json == null) {
      number = 1;
      throw new InvalidRequestException("file", "empty", "an export");
    }
    ExportLine line = ExportLine.parse(number, json);
    if (line.kind() != Kind.HEADER) {
      throw new InvalidRequestException("kind", line.kind().text(), "header in the first line");
    }
    Fields fields = line.fields(HEADER);
    Needed needed = new Needed(fields);
    String format = needed.text("format");
    if (!format.equals(Exporter.FORMAT)) {
      throw new InvalidRequestException("format", format, Exporter.FORMAT);
    }
    long version = needed.whole("version");
    if (version != Exporter.VERSION) {
      throw new InvalidRequestException(
          "version", version, Exporter.VERSION + "; use the version of Duetime that wrote it");
    }
    return needed.text("engine");
  }

  /** The entry of the next line; null after the last one, once its counts have been compared. */
  @Nullable StoreEntry next() throws IOException {
    byte[] json = nextLine();
    if (json == null) {
      number++;
      throw new InvalidRequestException("file", "cut off", "an export up to its last line, end");
    }
    ExportLine line = ExportLine.parse(number, json);
    if (line.kind() == Kind.END) {
      end(new Needed(line.fields(END)));
      return null;
    }
    return entry(line);
  }

  /** The entry of the next line of a file without its last line; null after the last one. */
  @Nullable StoreEntry nextOfUnfinished() throws IOException {
    byte[] json = nextLine();
    return json == null ? null : entry(ExportLine.parse(number, json));
  }

  private StoreEntry entry(ExportLine line) {
    StoreEntry entry = EntryForm.read(line.kind(), line);
    sums.add(entry);
    return entry;
  }

  private void end(Needed end) throws IOException {
    if (!sums.match(end)) {
      throw new InvalidRequestException(
          "end", "other counts", "the counts of the lines before it, " + sums.sentence());
    }
    if (nextLine() != null) {
      throw new InvalidRequestException("line", "after the end", "nothing after the line end");
    }
  }

  /** The next line without its line feed; null after the last. */
  private byte @Nullable [] nextLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      if (from == to && !fill()) {
        return line.size() == 0 ? null : counted(line);
      }
      int end = from;
      while (end < to && part[end] != '\n') {
        end++;
      }
      line.write(part, from, end - from);
      boolean isWhole = end < to;
      from = isWhole ? end + 1 : end;
      if (isWhole) {
        return counted(line);
      }
      if (line.size() > MOST_LINE) {
        number++;
        throw new InvalidRequestException("line", "too long", "at most 512 MiB");
      }
    }
  }

  private byte[] counted(ByteArrayOutputStream line) {
    number++;
    return line.toByteArray();
  }

  private boolean fill() throws IOException {
    from = 0;
    to = Math.max(0, in.read(part));
    return to > 0;
  }
}
