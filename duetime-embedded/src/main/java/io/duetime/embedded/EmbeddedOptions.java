package io.duetime.embedded;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.embedded.internal.disk.DiskSize;
import io.duetime.embedded.internal.folder.SpaceKeeper;
import io.duetime.internal.engine.RecordsAtOnce;

/**
 * How a store in a folder is set up. All sizes are in bytes; the names in brackets are those in the
 * URI and on the command line.
 *
 * @param maxPayloadBytes the largest payload taken [{@code maxPayload}], 1 MiB unless set
 * @param lowSpaceBytes with less room on the disk, new jobs are refused [{@code lowSpace}], 256 MiB
 *     unless set
 * @param reserveBytes how much room a file keeps aside for the time when others have used up the
 *     rest [{@code reserve}], 32 MiB unless set
 * @param cacheBytes memory outside the heap for what is read [{@code cache}], 32 MiB unless set, at
 *     least 1 MiB
 * @param bufferBytes memory outside the heap for what is written, and room on the disk for the log
 *     of it [{@code buffers}], 64 MiB unless set, at least 8 MiB
 * @param window how many of the next jobs of a queue and priority are held on the heap, up to twice
 *     as many [{@code window}], 4,096 unless set
 */
public record EmbeddedOptions(
    int maxPayloadBytes,
    long lowSpaceBytes,
    long reserveBytes,
    long cacheBytes,
    long bufferBytes,
    int window) {
  private static final long MIB = 1L << 20;
  private static final int MOST_PAYLOAD_BYTES = 64 << 20;
  private static final int JOBS_AT_ONCE = 64;
  private static final int MOST_WINDOW = 1_000_000;

  /** What holds unless set. */
  public static final EmbeddedOptions DEFAULT =
      new EmbeddedOptions(
          Limits.DEFAULT_MAX_PAYLOAD_BYTES,
          256 * MIB,
          32 * MIB,
          DiskSize.DEFAULT.cacheBytes(),
          DiskSize.DEFAULT.bufferBytes(),
          4_096);

  /** Checks the ranges. */
  public EmbeddedOptions {
    Limits.count("maxPayload", maxPayloadBytes, MOST_PAYLOAD_BYTES);
    Limits.count("window", window, MOST_WINDOW);
    if (lowSpaceBytes < 0) {
      throw new InvalidRequestException("lowSpace", lowSpaceBytes, "0 or more");
    }
    if (reserveBytes < 0) {
      throw new InvalidRequestException("reserve", reserveBytes, "0 or more");
    }
    if (cacheBytes < MIB) {
      throw new InvalidRequestException("cache", cacheBytes, "1 MiB or more");
    }
    if (bufferBytes < 8 * MIB) {
      throw new InvalidRequestException("buffers", bufferBytes, "8 MiB or more");
    }
  }

  /** The same with another low-space mark and another size of what is kept aside. */
  public EmbeddedOptions space(long newLowSpaceBytes, long newReserveBytes) {
    return new EmbeddedOptions(
        maxPayloadBytes, newLowSpaceBytes, newReserveBytes, cacheBytes, bufferBytes, window);
  }

  /** How many records of jobs are read at a time. */
  int jobsAtOnce() {
    return RecordsAtOnce.of(JOBS_AT_ONCE, maxPayloadBytes);
  }

  /** The same with another window. */
  public EmbeddedOptions window(int newWindow) {
    return new EmbeddedOptions(
        maxPayloadBytes, lowSpaceBytes, reserveBytes, cacheBytes, bufferBytes, newWindow);
  }

  DiskSize diskSize() {
    return new DiskSize(cacheBytes, bufferBytes);
  }

  SpaceKeeper.Marks marks() {
    return new SpaceKeeper.Marks(lowSpaceBytes, reserveBytes);
  }
}
