package io.duetime.embedded.internal.disk;

import io.duetime.InvalidRequestException;

/**
 * How much memory outside the Java heap the database may use.
 *
 * @param cacheBytes blocks that have been read, and indexes of files
 * @param bufferBytes what has been written and not yet put into sorted files
 */
public record DiskSize(long cacheBytes, long bufferBytes) {
  private static final long MIB = 1L << 20;

  /** 32 MiB for reading, 64 MiB for writing. */
  public static final DiskSize DEFAULT = new DiskSize(32 * MIB, 64 * MIB);

  /** Checks the ranges. */
  public DiskSize {
    atLeast("cacheBytes", cacheBytes, MIB);
    atLeast("bufferBytes", bufferBytes, 8 * MIB);
  }

  private static void atLeast(String field, long value, long least) {
    if (value < least) {
      throw new InvalidRequestException(field, value, least + " or more");
    }
  }
}
