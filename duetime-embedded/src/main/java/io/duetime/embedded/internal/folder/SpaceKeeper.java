package io.duetime.embedded.internal.folder;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the room on the disk. Below the low-space mark new jobs are refused; what is left is for
 * claims, acks and cancels. Should others use that up as well, a file that was kept for this is
 * given up; it is made anew once there is room. Thread-safe.
 */
public final class SpaceKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(SpaceKeeper.class);
  private static final long BETWEEN_LOOKS = 1L << 20;
  private static final int CHUNK = 1 << 20;

  private final Path ballast;
  private final FreeSpace space;
  private final Marks marks;
  private final AtomicLong writtenSinceLook = new AtomicLong();
  private volatile boolean low;
  private boolean hasBallast;

  /**
   * When to do what.
   *
   * @param lowBytes the low-space mark: with less room, new jobs are refused
   * @param ballastBytes how much is kept aside in a file
   */
  public record Marks(long lowBytes, long ballastBytes) {
    /** Checks the ranges. */
    public Marks {
      if (lowBytes < 0) {
        throw new InvalidRequestException("lowSpace", lowBytes, "0 or more");
      }
      if (ballastBytes < 0) {
        throw new InvalidRequestException("reserve", ballastBytes, "0 or more");
      }
    }
  }

  /** Keeps the ballast in a file. */
  public SpaceKeeper(Path ballast, FreeSpace space, Marks marks) {
    this.ballast = ballast;
    this.space = space;
    this.marks = marks;
    this.hasBallast = Files.exists(ballast);
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
      lookWithoutBallast();
    }
  }

  /** Looks at the room now; makes what is kept aside anew when there is room for it. */
  public synchronized void look() {
    long room = lookWithoutBallast();
    if (!hasBallast && room > marks.lowBytes() + 2 * marks.ballastBytes()) {
      makeBallast();
    }
  }

  // Called while others wait for what is written: takes no time beyond a look.
  private synchronized long lookWithoutBallast() {
    writtenSinceLook.set(0);
    long room;
    try {
      room = space.bytes();
    } catch (UncheckedIOException failure) {
      LOG.warn("Cannot tell how much room is left: {}", failure.getMessage());
      return 0;
    }
    boolean nowLow = room < marks.lowBytes();
    if (nowLow != low) {
      low = nowLow;
      tell(room);
    }
    giveUpBallast(room);
    return room;
  }

  private void tell(long room) {
    if (low) {
      LOG.warn("{} bytes are left, less than {}: new jobs are refused", room, marks.lowBytes());
    } else {
      LOG.info("{} bytes are left: new jobs are taken again", room);
    }
  }

  private void giveUpBallast(long room) {
    if (hasBallast && room < marks.ballastBytes()) {
      hasBallast = false;
      deleteBallast();
      LOG.warn("{} bytes are left: the {} kept aside are given up", room, marks.ballastBytes());
    }
  }

  private void makeBallast() {
    try {
      make();
      hasBallast = true;
    } catch (IOException failure) {
      LOG.warn("Cannot keep space aside in {}: {}", ballast, failure.getMessage());
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

  private void make() throws IOException {
    try (FileChannel file =
        FileChannel.open(
            ballast,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      // Written, not merely sized: a hole would keep nothing.
      ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK);
      for (long left = marks.ballastBytes(); left > 0; left -= zeros.limit()) {
        zeros.clear().limit((int) Math.min(CHUNK, left));
        while (zeros.hasRemaining()) {
          file.write(zeros);
        }
      }
    }
  }
}
