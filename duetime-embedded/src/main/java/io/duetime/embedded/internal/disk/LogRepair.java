package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a torn tail of the log from damage. What a machine was writing when its power failed may
 * have reached the disk in part, in any order: such a tail was never answered, and is cut off.
 */
public final class LogRepair {
  private static final Logger LOG = LoggerFactory.getLogger(LogRepair.class);

  private static final Pattern LOG_NAME = Pattern.compile("\\d{1,18}\\.log");

  private LogRepair() {}

  /**
   * Looks at the end of the last log. Where a length or a header there is damaged, the database
   * would take all that follows for a torn tail, and open without it.
   *
   * @throws StoreFailureException if something sound follows on damage; the message names the log
   */
  static void checkTail(Path folder) {
    try {
      List<Path> logs = Files.isDirectory(folder) ? logs(folder) : List.of();
      if (!logs.isEmpty()) {
        Path last = logs.get(logs.size() - 1);
        LogScan.Damage damage = LogScan.ofLastBlock(last);
        if (!damage.isTail()) {
          throw damaged(last, damage);
        }
      }
    } catch (IOException failure) {
      throw unreadable(folder, failure);
    }
  }

  /**
   * Cuts off a torn tail of the last log.
   *
   * @return whether there was one
   * @throws StoreFailureException if a log is damaged before its tail; the message names it
   */
  static boolean cutTornTail(Path folder) {
    try {
      List<Path> logs = logs(folder);
      for (Path log : logs) {
        LogScan.Damage damage = LogScan.of(log);
        if (damage.exists()) {
          boolean isLast = log.equals(logs.get(logs.size() - 1));
          return cut(log, damage, isLast);
        }
      }
      return false;
    } catch (IOException failure) {
      throw unreadable(folder, failure);
    }
  }

  /** Reads every log and compares it with its checksums; answers what is wrong with which. */
  public static List<String> damagedLogs(Path folder) {
    List<String> damaged = new ArrayList<>();
    try {
      for (Path log : logs(folder)) {
        LogScan.Damage damage = LogScan.of(log);
        if (damage.exists()) {
          damaged.add(named(log, damage) + (damage.isTail() ? ", and nothing sound follows" : ""));
        }
      }
      return damaged;
    } catch (IOException failure) {
      throw unreadable(folder, failure);
    }
  }

  private static StoreFailureException unreadable(Path folder, IOException failure) {
    return new StoreFailureException(
        ErrorCode.STORE_FAILED, "cannot read the logs in " + folder + ": " + failure, failure);
  }

  private static StoreFailureException damaged(Path log, LogScan.Damage damage) {
    return new StoreFailureException(
        ErrorCode.STORE_DAMAGED,
        "damaged data: the log " + named(log, damage) + "; restore the folder from a backup");
  }

  private static String named(Path log, LogScan.Damage damage) {
    return log + " does not have its checksum at byte " + damage.offset();
  }

  private static List<Path> logs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> LOG_NAME.matcher(file.getFileName().toString()).matches())
          .sorted(Comparator.comparingLong(LogRepair::number))
          .toList();
    }
  }

  // Names are as long as their numbers: as texts the millionth comes before the one before it.
  private static long number(Path log) {
    String name = log.getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('.')));
  }

  private static boolean cut(Path log, LogScan.Damage damage, boolean isLast) throws IOException {
    if (!isLast || !damage.isTail()) {
      throw damaged(log, damage);
    }
    LOG.warn(
        "The log {} ends in bytes without their checksum, from {} on, as after a power failure;"
            + " they are cut off",
        log,
        damage.offset());
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(damage.offset());
      channel.force(true);
    }
    return true;
  }

  /**
   * Reads one log of the database fragment by fragment and finds the first that does not have its
   * checksum: the database says that there is one, but not where.
   *
   * <p>A log consists of blocks of 32 KiB, a block of fragments, a fragment of a masked CRC-32C of
   * all that follows it, the length of its data, and a type; no fragment crosses the end of a
   * block.
   */
  static final class LogScan {
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
          return new Damage(offset + at, !hasSoundFragmentBehind(at));
        }
        at = next;
      }
      return Damage.NONE;
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

    // Types 5 to 8, 11 and 131 carry the number of the log behind the type; neither is written
    // unless
    // logs are used again, which this store does not do.
    private int headerLength(int at) {
      int type = log.get(at + HEADER - 1);
      return (type >= 5 && type <= 8) || type == 11 || type == (byte) 131
          ? RECYCLED_HEADER
          : HEADER;
    }

    private int checksum(int at, int end) {
      CRC32C crc = new CRC32C();
      int from = at + HEADER - 1;
      crc.update(log.array(), from, end - from);
      int value = (int) crc.getValue();
      return ((value >>> 15) | (value << 17)) + MASK;
    }
  }
}
