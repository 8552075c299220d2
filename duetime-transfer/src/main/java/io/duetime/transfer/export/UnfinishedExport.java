package io.duetime.transfer.export;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.duetime.DuetimeException;
import io.duetime.engine.Engine;
import io.duetime.id.IdSet;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.transfer.Source.Page;
import io.duetime.transfer.TransferException;
import io.duetime.wire.JsonShape;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The lines that an interrupted export has written. The export that continues it appends only other
 * jobs, and other lines that have changed since. Remembers 16 bytes of a hash for each line.
 */
public final class UnfinishedExport {
  private static final String END = "{\"kind\":\"end\"";
  private static final String DOCUMENT = "{\"kind\":\"document\"";

  private final IdSet written = new IdSet();
  private final Sums sums;

  private UnfinishedExport(ExportReader lines) {
    for (Page<StoreEntry> page = lines.take(); !page.isEmpty(); page = lines.take()) {
      page.entries().forEach(entry -> isNew(Objects.requireNonNull(entry.value())));
    }
    sums = lines.sums();
  }

  /**
   * Reads the lines of an interrupted export, and cuts off what follows the last complete one.
   *
   * @return nothing if not even the first line is complete
   * @throws TransferException if a line cannot be read, or the lines are of another kind of engine
   */
  public static Optional<UnfinishedExport> read(Path file, Engine engine) throws IOException {
    if (cutToCompleteLines(file) == 0) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      ExportReader lines = new ExportReader(in, engine.capabilities().name());
      try {
        return Optional.of(new UnfinishedExport(lines));
      } catch (DuetimeException broken) {
        throw new TransferException(
            "line " + lines.number() + " of " + file + ": " + broken.getMessage());
      }
    }
  }

  /**
   * The end goes, too, as more lines follow, and the documents before it, which may have changed.
   */
  private static long cutToCompleteLines(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long end = startOfLine(file, file.length());
      long last = startOfLine(file, end - 1);
      while (begins(file, last, end, END) || begins(file, last, end, DOCUMENT)) {
        end = last;
        last = startOfLine(file, end - 1);
      }
      file.setLength(end);
      return end;
    }
  }

  /** The place behind the last line feed before a place. */
  private static long startOfLine(RandomAccessFile file, long before) throws IOException {
    byte[] part = new byte[1 << 13];
    long to = before;
    while (to > 0) {
      long from = Math.max(0, to - part.length);
      file.seek(from);
      file.readFully(part, 0, (int) (to - from));
      for (int i = (int) (to - from) - 1; i >= 0; i--) {
        if (part[i] == '\n') {
          return from + i + 1;
        }
      }
      to = from;
    }
    return 0;
  }

  private static boolean begins(RandomAccessFile file, long from, long to, String with)
      throws IOException {
    byte[] first = new byte[(int) Math.min(to - from, with.length())];
    file.seek(from);
    file.readFully(first);
    return with.equals(new String(first, ISO_8859_1));
  }

  /** The counts of the lines that are written, to which more are added. */
  Sums sums() {
    return sums;
  }

  /** Whether a line for this entry is to be written; from then on it is known. */
  boolean isNew(StoreEntry entry) {
    return written.add(key(entry));
  }

  // A queue whose fence has risen is another line; a job that has changed is not.
  private static String key(StoreEntry entry) {
    if (entry instanceof StoreEntry.Job job) {
      return job.queue() + '\0' + job.job().head().id();
    }
    JsonShape line = out -> EntryKind.write(out, entry);
    return '\0' + line.text();
  }
}
