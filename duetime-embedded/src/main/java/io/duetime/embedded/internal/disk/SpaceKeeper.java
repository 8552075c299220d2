package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.text.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the room on the disk. Below the low-space mark new jobs are refused; what is left is for
 * claims, acks and cancels. Should others use that up as well, a file that was kept for this is
 * given up; it is made again once there is room, while no call waits for it. Thread-safe.
 */
public final class SpaceKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpaceKeeper.class);
  private static final long BETWEEN_LOOKS = 1L << 20;
  private static final int CHUNK = 1 << 20;

  private final Path ballast;
  private final FreeSpace space;
  private final Marks marks;
  private final Executor chores;
  private final AtomicLong writtenSinceLook = new AtomicLong();
  private volatile boolean low;

  /** Ends the making of ballast for which there is no room, or no time, any more. */
  private volatile boolean abandoned;

  private boolean closed;
  private Ballast state;
  private CompletableFuture<Void> making = CompletableFuture.completedFuture(null);

  private enum Ballast {
    MISSING,
    IN_THE_MAKING,
    THERE,
    /** It failed once, and is not tried again and again. */
    IMPOSSIBLE
  }

  /**
   * When to do what.
   *
   * @param lowBytes the low-space mark: with less room, new jobs are refused
   * @param ballastBytes how much is kept aside in a file
   */
  public record Marks(long lowBytes, long ballastBytes) {}

  /**
   * Keeps the ballast in a file.
   *
   * @param chores writes that file
   */
  public SpaceKeeper(Path ballast, FreeSpace space, Marks marks, Executor chores) {
    this.ballast = ballast;
    this.space = space;
    this.marks = marks;
    this.chores = chores;
    this.state = isWhole() ? Ballast.THERE : Ballast.MISSING;
    if (state == Ballast.MISSING) {
      deleteBallast();
    }
  }

  // A process that ended while it wrote the file, or had another mark, left one of another size.
  private boolean isWhole() {
    try {
      return Files.exists(ballast) && Files.size(ballast) == marks.ballastBytes();
    } catch (IOException failure) {
      return false;
    }
  }

  /**
   * Why no new jobs are taken now, or null when there is room. Looks again each time there is none.
   */
  public @Nullable RetryableException refusal() {
    if (low) {
      look();
    }
    return low
        ? new RetryableException(
            ErrorCode.STORE_FULL,
            "less than "
                + marks.lowBytes()
                + " bytes are left on the disk of "
                + ballast.getParent()
                + "; new jobs are taken again by themselves once there is room")
        : null;
  }

  /** Looks at the room each time so much has been written that it may have changed. */
  public void written(long bytes) {
    if (writtenSinceLook.addAndGet(bytes) >= BETWEEN_LOOKS) {
      look();
    }
  }

  /**
   * Looks at the room now; has the reserve made again when there is room for it. Takes no time
   * beyond the look.
   */
  public synchronized void look() {
    writtenSinceLook.set(0);
    try {
      see(space.bytes());
    } catch (UncheckedIOException failure) {
      LOG.warn("Cannot tell how much room is left: {}", failure.getMessage());
    }
  }

  private void see(long room) {
    boolean nowLow = room < marks.lowBytes();
    if (nowLow != low) {
      low = nowLow;
      logSpace(room);
    }
    if (room < marks.ballastBytes()) {
      giveUpBallast(room);
    } else if (isWanted() && room > marks.lowBytes() + 2 * marks.ballastBytes()) {
      state = Ballast.IN_THE_MAKING;
      abandoned = false;
      making = CompletableFuture.runAsync(this::makeBallast, chores);
    }
  }

  private boolean isWanted() {
    return state == Ballast.MISSING && marks.ballastBytes() > 0 && !closed;
  }

  private void logSpace(long room) {
    if (low) {
      LOG.warn("{} bytes are left, less than {}: new jobs are refused", room, marks.lowBytes());
    } else {
      LOG.info("{} bytes are left: new jobs are taken again", room);
    }
  }

  private void giveUpBallast(long room) {
    abandoned = true;
    if (state == Ballast.THERE) {
      state = Ballast.MISSING;
      deleteBallast();
      LOG.warn("{} bytes are left: the {} kept aside are given up", room, marks.ballastBytes());
    }
  }

  private void makeBallast() {
    try {
      made(make() ? Ballast.THERE : Ballast.MISSING);
    } catch (IOException failure) {
      LOG.warn("Cannot keep space aside in {}: {}", ballast, failure.getMessage());
      made(Ballast.IMPOSSIBLE);
    }
  }

  private synchronized void made(Ballast now) {
    state = now == Ballast.THERE && abandoned ? Ballast.MISSING : now;
    if (state != Ballast.THERE) {
      deleteBallast();
    }
  }

  private void deleteBallast() {
    try {
      Files.deleteIfExists(ballast);
    } catch (IOException failure) {
      LOG.warn("Cannot delete {}: {}", ballast, failure.getMessage());
    }
  }

  private boolean make() throws IOException {
    try (FileChannel file =
        PrivateFiles.open(
            ballast,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      // Written, not merely sized: a hole would keep nothing.
      ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK);
      for (long left = marks.ballastBytes(); left > 0; left -= zeros.limit()) {
        if (abandoned) {
          return false;
        }
        zeros.clear().limit((int) Math.min(CHUNK, left));
        while (zeros.hasRemaining()) {
          file.write(zeros);
        }
      }
    }
    return true;
  }

  /** Ends the making of what is kept aside, if it is being made. */
  @Override
  public void close() {
    CompletableFuture<Void> last;
    synchronized (this) {
      closed = true;
      abandoned = true;
      last = making;
    }
    last.join();
  }

  /** Tells how much room there is for a store. */
  @FunctionalInterface
  public interface FreeSpace {
    /** Bytes that can still be written. */
    long bytes();

    /** The room on the disk that holds a folder. */
    static FreeSpace of(Path folder) {
      return () -> {
        try {
          return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      };
    }
  }
}
