package io.duetime.embedded.internal.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the log of the database longer than what is in it. An fsync of a file that has grown also
 * commits the journal of the file system; one of a file that has kept its size does not, and takes
 * three quarters of the time where little was written.
 *
 * <p>The database writes at a position that it counts itself. So it writes over the added zeros,
 * and cuts off the rest when it closes the log. Its reader skips zeros, and {@link LogRepair} cuts
 * them off before the database is opened.
 *
 * <p>To be called by the thread that writes: no log grows meanwhile.
 */
final class LogExtender {
  private static final Logger LOG = LoggerFactory.getLogger(LogExtender.class);
  private static final long AHEAD = 1L << 20;
  private static final long BETWEEN_LOOKS = 16L << 10;

  /** With more than half a block in a batch, most fsyncs have new blocks to commit anyway. */
  private static final long SMALL = 2L << 10;

  private final Path folder;
  private long writtenSinceLook = BETWEEN_LOOKS;
  private @Nullable Path extended;
  private long size;
  private boolean impossible;

  LogExtender(Path folder) {
    this.folder = folder;
  }

  /** Looks at the last log, unless little was written since, or much at once. */
  void written(long bytes) {
    writtenSinceLook += bytes;
    if (writtenSinceLook >= BETWEEN_LOOKS && bytes <= SMALL && !impossible) {
      writtenSinceLook = 0;
      look();
    }
  }

  // A log that was closed is shorter or gone, one that has grown beyond what was added is longer.
  private void look() {
    if (extended != null && extended.toFile().length() == size) {
      return;
    }
    try {
      List<Path> logs = LogRepair.logs(folder);
      if (!logs.isEmpty()) {
        extend(logs.get(logs.size() - 1));
      }
    } catch (NoSuchFileException gone) {
      LOG.debug("A log was closed while it was looked for", gone);
    } catch (IOException | UncheckedIOException failure) {
      impossible = true;
      LOG.debug("The log in {} cannot be extended, so an fsync takes longer", folder, failure);
    }
  }

  private void extend(Path log) throws IOException {
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      extended = log;
      size = file.size() + AHEAD;
      file.write(ByteBuffer.allocate(1), size - 1);
    }
  }
}
