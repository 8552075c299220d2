package io.duetime.embedded.internal.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Reads one log of the database fragment by fragment and finds the first that does not have its
 * checksum: the database says that there is one, but not where.
 *
 * <p>A log consists of blocks of 32 KiB, a block of fragments, a fragment of a masked CRC-32C of
 * all that follows it, the length of its data, and a type; no fragment crosses the end of a block.
 */
final class LogScan {
  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;
  private static final int RECYCLED_HEADER = 11;
  private static final int CHECKSUM = 4;
  private static final int MASK = 0xa282ead8;

  private final ByteBuffer log;
  private final long offset;

  private LogScan(byte[] bytes, long offset) {
    this.log = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.offset = offset;
  }

  /**
   * Where a log is damaged.
   *
   * @param offset where the damaged fragment begins, −1 for a log without damage
   * @param isTail whether nothing that is sound follows
   */
  record Damage(long offset, boolean isTail) {
    private static final Damage NONE = new Damage(-1, true);

    boolean exists() {
      return offset >= 0;
    }
  }

  static Damage of(Path file) throws IOException {
    return new LogScan(Files.readAllBytes(file), 0).scan();
  }

  /** Looks through the last block of a log, where the database takes much for a torn tail. */
  static Damage ofLastBlock(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(0, bytes.length() - 1) / BLOCK * BLOCK;
      byte[] block = new byte[(int) (bytes.length() - from)];
      bytes.seek(from);
      bytes.readFully(block);
      return new LogScan(block, from).scan();
    }
  }

  private Damage scan() {
    int at = 0;
    while (at < log.limit()) {
      int next = behind(at);
      if (next < 0) {
        return new Damage(offset + at, !isWhole(at) && !hasSoundFragmentBehind(at));
      }
      at = next;
    }
    return Damage.NONE;
  }

  // The checksum does not cover the length: a fragment that has its checksum up to the end of the
  // log was written whole, and is no torn tail.
  private boolean isWhole(int at) {
    boolean isInLastBlock = log.limit() - at / BLOCK * BLOCK <= BLOCK;
    return isInLastBlock
        && log.limit() - at >= HEADER
        && checksum(at, log.limit()) == log.getInt(at);
  }

  // In the block of the damage a fragment may begin anywhere, since its length cannot be trusted.
  private boolean hasSoundFragmentBehind(int at) {
    int blockEnd = Math.min(at / BLOCK * BLOCK + BLOCK, log.limit());
    return hasSoundFragmentWithin(at, blockEnd)
        || IntStream.iterate(blockEnd, block -> block < log.limit(), block -> block + BLOCK)
            .anyMatch(block -> soundEnd(block) >= 0);
  }

  private boolean hasSoundFragmentWithin(int at, int blockEnd) {
    return IntStream.range(at + 1, blockEnd).anyMatch(place -> soundEnd(place) >= 0);
  }

  /** Where the sound fragment at a place ends; negative if there is none. */
  private int soundEnd(int at) {
    int blockEnd = Math.min(at / BLOCK * BLOCK + BLOCK, log.limit());
    if (blockEnd - at < HEADER || isPadding(at)) {
      return -1;
    }
    int end = at + headerLength(at) + (log.getShort(at + CHECKSUM) & 0xffff);
    return end <= blockEnd && checksum(at, end) == log.getInt(at) ? end : -1;
  }

  /** Where the fragment after the one at a place begins; negative if that one is damaged. */
  private int behind(int at) {
    int blockEnd = Math.min(at / BLOCK * BLOCK + BLOCK, log.limit());
    if (blockEnd - at < HEADER || isPadding(at)) {
      return hasSoundFragmentWithin(at, blockEnd) ? -1 : blockEnd;
    }
    return soundEnd(at);
  }

  private boolean isPadding(int at) {
    return log.limit() - at >= HEADER && log.getInt(at) == 0 && log.getShort(at + CHECKSUM) == 0;
  }

  // Types 5 to 8, 11 and 131 carry the number of the log behind the type; neither is written unless
  // logs are used again, which this store does not do.
  private int headerLength(int at) {
    int type = log.get(at + HEADER - 1);
    return (type >= 5 && type <= 8) || type == 11 || type == (byte) 131 ? RECYCLED_HEADER : HEADER;
  }

  private int checksum(int at, int end) {
    CRC32C crc = new CRC32C();
    int from = at + HEADER - 1;
    crc.update(log.array(), from, end - from);
    int value = (int) crc.getValue();
    return ((value >>> 15) | (value << 17)) + MASK;
  }
}
