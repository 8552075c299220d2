package io.duetime.embedded.internal.commit;

import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the files rewritten when more than a third of what is in them is gone. The database does so
 * by itself only where more is written; what a burst has left behind would stay. Looks each time so
 * much has been written, not at intervals: where nothing is written, nothing becomes more.
 */
public final class FileCompactor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileCompactor.class);
  private static final long BETWEEN_LOOKS = 8L << 20;
  private static final long WORTH_IT = 8L << 20;
  private static final List<Family> TIDIED =
      List.of(
          Family.JOB,
          Family.DUE,
          Family.HEAD,
          Family.LEASE,
          Family.ENDED,
          Family.TAG,
          Family.MINUTE);

  private final Disk disk;
  private final LongSupplier liveJobs;
  private final ExecutorService worker;
  private final AtomicLong written = new AtomicLong();
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * Works on a thread of its own.
   *
   * @param liveJobs how many jobs there are
   */
  public FileCompactor(Disk disk, LongSupplier liveJobs, ThreadFactory threads) {
    this.disk = disk;
    this.liveJobs = liveJobs;
    this.worker = Executors.newSingleThreadExecutor(threads);
  }

  /** Looks at the files each time enough has been written. */
  public void written(long bytes) {
    if (written.addAndGet(bytes) >= BETWEEN_LOOKS && busy.compareAndSet(false, true)) {
      written.set(0);
      worker.execute(this::tidy);
    }
  }

  private void tidy() {
    try {
      if (isWorthIt()) {
        for (Family family : TIDIED) {
          if (!closed) {
            disk.compact(family);
          }
        }
      }
    } catch (StoreFailureException failure) {
      if (!closed) {
        LOG.warn("Rewriting files failed, they stay as they are: {}", failure.getMessage());
      }
    } finally {
      busy.set(false);
    }
  }

  // Less than a third of gone jobs does not pay for the rewriting of the others.
  private boolean isWorthIt() {
    long bytes = disk.fileBytes(Family.JOB);
    long entries = disk.fileEntries(Family.JOB);
    long live = Math.max(0, Math.min(entries, liveJobs.getAsLong()));
    double gone = entries == 0 ? 0 : bytes * (double) (entries - live) / entries;
    return gone > WORTH_IT && gone > bytes / 3.0;
  }

  /** Ends what runs; files are left in order. */
  @Override
  public void close() {
    closed = true;
    worker.shutdown();
    disk.stopBackground();
    boolean interrupted = false;
    while (true) {
      try {
        if (worker.awaitTermination(1, TimeUnit.HOURS)) {
          break;
        }
      } catch (InterruptedException interruption) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
