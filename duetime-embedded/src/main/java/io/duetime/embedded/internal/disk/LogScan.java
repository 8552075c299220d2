package io.duetime.embedded.internal.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
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

  /** More zeros than a batch of this store ends in, except for those of payloads. */
  private static final int MOST_ZEROS = 64;

  private final RandomAccessFile file;
  private final long length;

  // One block is in memory: a log may be larger than the heap.
  private final byte[] bytes = new byte[BLOCK];
  private final ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  private long blockStart = -1;

  private LogScan(RandomAccessFile file) throws IOException {
    this.file = file;
    this.length = file.length();
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
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      return new LogScan(bytes).scan(0);
    }
  }

  /** Looks through the last block of a log, where the database takes much for a torn tail. */
  static Damage ofLastBlock(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      return new LogScan(bytes).scan(startOfBlock(Math.max(0, bytes.length() - 1)));
    }
  }

  /** Where the data of a log ends: only zeros follow, which the store has added. */
  static long endOfData(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      return new LogScan(bytes).endOfData();
    }
  }

  private long endOfData() throws IOException {
    long last = behindLastByte();
    long at = last == length ? length : startOfBlock(Math.max(0, last - 1));
    while (at < last) {
      long next = soundEnd(at);
      if (next < 0) {
        return endOfUnsound(at, last);
      }
      at = next;
    }
    return at;
  }

  /** Where the last byte that is not zero ends. */
  private long behindLastByte() throws IOException {
    long end = length;
    while (end > 0 && bytes[load(end - 1)] == 0) {
      end--;
    }
    return end;
  }

  // A fragment may end in zeros of its own, also behind a damaged one or with a damaged length.
  private long endOfUnsound(long at, long last) throws IOException {
    for (long place = at; place < last; place++) {
      long end = soundEnd(place);
      if (end >= last) {
        return end;
      }
    }
    long most = Math.min(last + MOST_ZEROS, blockEnd(at));
    for (long end = Math.max(last, at + HEADER); end <= most; end++) {
      if (checksum(at, end) == int32(at)) {
        return end;
      }
    }
    return last;
  }

  private static long startOfBlock(long at) {
    return at / BLOCK * BLOCK;
  }

  private Damage scan(long from) throws IOException {
    long at = from;
    while (at < length) {
      long next = behind(at);
      if (next < 0) {
        return new Damage(at, !isWhole(at) && !hasSoundFragmentBehind(at));
      }
      at = next;
    }
    return Damage.NONE;
  }

  // The checksum does not cover the length: a fragment that has its checksum up to the end of the
  // log was written whole, and is no torn tail.
  private boolean isWhole(long at) throws IOException {
    boolean isInLastBlock = length - startOfBlock(at) <= BLOCK;
    return isInLastBlock && length - at >= HEADER && checksum(at, length) == int32(at);
  }

  // In the block of the damage a fragment may begin anywhere, since its length cannot be trusted.
  private boolean hasSoundFragmentBehind(long at) throws IOException {
    long end = blockEnd(at);
    boolean found = hasSoundFragmentWithin(at, end);
    for (long next = end; !found && next < length; next += BLOCK) {
      found = soundEnd(next) >= 0;
    }
    return found;
  }

  private boolean hasSoundFragmentWithin(long at, long end) throws IOException {
    boolean found = false;
    for (long place = at + 1; !found && place < end; place++) {
      found = soundEnd(place) >= 0;
    }
    return found;
  }

  /** Where the sound fragment at a place ends; negative if there is none. */
  private long soundEnd(long at) throws IOException {
    long blockEnd = blockEnd(at);
    if (blockEnd - at < HEADER || isPadding(at)) {
      return -1;
    }
    long end = at + headerLength(at) + dataLength(at);
    return end <= blockEnd && checksum(at, end) == int32(at) ? end : -1;
  }

  /** Where the fragment after the one at a place begins; negative if that one is damaged. */
  private long behind(long at) throws IOException {
    long blockEnd = blockEnd(at);
    if (blockEnd - at < HEADER) {
      return blockEnd;
    }
    // The database skips zeros to the end of their block, whatever follows.
    if (isPadding(at)) {
      return behindLastByte() <= at ? length : -1;
    }
    return soundEnd(at);
  }

  private long blockEnd(long at) {
    return Math.min(startOfBlock(at) + BLOCK, length);
  }

  private boolean isPadding(long at) throws IOException {
    return length - at >= HEADER && int32(at) == 0 && dataLength(at) == 0;
  }

  // Types 5 to 8, 11 and 131 carry the number of the log behind the type; neither is written unless
  // logs are used again, which this store does not do.
  private int headerLength(long at) throws IOException {
    int type = block.get(load(at) + HEADER - 1);
    return (type >= 5 && type <= 8) || type == 11 || type == (byte) 131 ? RECYCLED_HEADER : HEADER;
  }

  private int dataLength(long at) throws IOException {
    return block.getShort(load(at) + CHECKSUM) & 0xffff;
  }

  private int int32(long at) throws IOException {
    return block.getInt(load(at));
  }

  private int checksum(long at, long end) throws IOException {
    CRC32C crc = new CRC32C();
    int from = load(at) + HEADER - 1;
    crc.update(bytes, from, (int) (end - at) - HEADER + 1);
    int value = (int) crc.getValue();
    return ((value >>> 15) | (value << 17)) + MASK;
  }

  /** Has the block of a place in memory; answers where in it the place is. */
  private int load(long at) throws IOException {
    long start = startOfBlock(at);
    if (start != blockStart) {
      file.seek(start);
      file.readFully(bytes, 0, (int) (blockEnd(at) - start));
      blockStart = start;
    }
    return (int) (at - start);
  }
}
