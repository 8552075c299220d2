package io.duetime.transfer.export;

import static io.duetime.wire.Values.TEXT;

import io.duetime.InvalidRequestException;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.transfer.StreamSource;
import io.duetime.wire.Fields;
import io.duetime.wire.Members;
import io.duetime.wire.StrictJson;
import io.duetime.wire.Values;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Reads an export line by line. Refuses an invalid line by its number, and a file that ends before
 * its last line.
 */
final class ExportReader extends StreamSource<StoreEntry> {
  static final String FORMAT = "duetime export";

  private static final int VERSION = 1;
  private static final int MOST_LINE = 512 << 20;
  private static final int MOST_BYTES = 4 << 20;
  private static final String HEADER = "header";
  private static final String END = "end";

  private final Sums sums = Sums.ofLines();

  /** Reads from a stream, which need not be buffered. */
  ExportReader(InputStream in) {
    super(in, MOST_LINE, MOST_BYTES, count -> {});
  }

  /** The first line. */
  record Header(String format, long version, String engine, String exportedAt) {
    Header(String engine, String exportedAt) {
      this(FORMAT, VERSION, engine, exportedAt);
    }

    private static Header members(Members<Header> m) {
      m.need("kind", TEXT, header -> HEADER);
      return new Header(
          m.need("format", TEXT, Header::format),
          m.need("version", Values.WHOLE, Header::version),
          m.need("engine", TEXT, Header::engine),
          m.need("exportedAt", TEXT, Header::exportedAt));
    }

    void write(JsonGenerator out) {
      Members.write(out, this, Header::members);
    }
  }

  /** Writes the last line. */
  static void writeEnd(JsonGenerator out, Sums sums) {
    Members.write(out, sums, ExportReader::end);
  }

  private static Sums end(Members<Sums> m) {
    m.need("kind", TEXT, sums -> END);
    return Sums.members(m);
  }

  @Override
  protected @Nullable Item<StoreEntry> nextItem() {
    if (number() == 0) {
      readHeader();
    }
    Map<String, @Nullable Object> line = line("cut off", "an export up to its last line, end");
    String kind = kind(line);
    if (kind.equals(END)) {
      readEnd(line);
      return null;
    }
    StoreEntry entry = EntryKind.read(kind, line);
    sums.add(entry);
    String queue = entry.queue();
    long bytes = entry instanceof StoreEntry.Job job ? job.job().body().payload().length : 0;
    Entry<StoreEntry> item = new Entry<>(Long.toString(number()), entry, "");
    return new Item<>(queue == null ? "" : queue, item, bytes);
  }

  private void readHeader() {
    Map<String, @Nullable Object> line = line("empty", "an export");
    String kind = kind(line);
    if (!kind.equals(HEADER)) {
      throw new InvalidRequestException("kind", kind, "header in the first line");
    }
    Header header = Members.read(Fields.ofExport(line), Header::members);
    if (!header.format().equals(FORMAT)) {
      throw new InvalidRequestException("format", header.format(), FORMAT);
    }
    if (header.version() != VERSION) {
      throw new InvalidRequestException(
          "version", header.version(), VERSION + "; use the version of Duetime that wrote it");
    }
  }

  private void readEnd(Map<String, @Nullable Object> line) {
    if (!Members.read(Fields.ofExport(line), ExportReader::end).counts().equals(sums.counts())) {
      throw new InvalidRequestException(
          "end", "other counts", "the counts of the lines before it, " + sums.sentence());
    }
    if (nextLine() != null) {
      throw new InvalidRequestException("line", "after the end", "nothing after the line end");
    }
  }

  private Map<String, @Nullable Object> line(String without, String allowed) {
    byte[] json = nextLine();
    if (json == null) {
      throw new InvalidRequestException("file", without, allowed);
    }
    StrictJson.JsonObject object = StrictJson.object(json);
    if (object.payload() != null) {
      throw new InvalidRequestException("field", "payload", "payloadText, payloadBase64");
    }
    return object.values();
  }

  private static String kind(Map<String, @Nullable Object> line) {
    if (line.get("kind") instanceof String kind) {
      return kind;
    }
    throw new InvalidRequestException("kind", line.get("kind"), "the kind of a line of an export");
  }
}
