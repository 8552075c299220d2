package io.duetime.embedded.internal.disk;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a torn tail of the log, or of the list of files, which has its format, from damage. What a
 * machine was writing when its power failed may have reached the disk in part, in any order: such a
 * tail was never answered, and is cut off.
 */
public final class LogRepair {
  private static final Logger LOG = LoggerFactory.getLogger(LogRepair.class);

  private static final Pattern LOG_NAME = Pattern.compile("\\d{1,18}\\.log");
  private static final Pattern LIST_NAME = Pattern.compile("MANIFEST-\\d{1,18}");

  private LogRepair() {}

  /**
   * Looks through the list of files and at the end of the last log. Where a length or a header
   * there is damaged, the database would take all that follows for a torn tail, and open without
   * it.
   *
   * @throws StoreFailureException if something sound follows on damage; the message names the file
   */
  static void checkTail(Path folder) {
    try {
      List<Path> logs = Files.isDirectory(folder) ? logs(folder) : List.of();
      for (Path list : listOfFiles(folder)) {
        requireTail(list, LogScan.of(list));
      }
      if (!logs.isEmpty()) {
        Path last = logs.get(logs.size() - 1);
        requireTail(last, LogScan.ofLastBlock(last));
      }
    } catch (IOException failure) {
      throw unreadable(folder, failure);
    }
  }

  /**
   * Cuts off the zeros that {@link LogExtender} has added to logs that were not closed, so that
   * such a log ends where the store has stopped to write, as a closed one does.
   *
   * @throws StoreFailureException if something sound follows on damage, in that log or the next
   *     one; the message names the file
   */
  public static void cutAddedZeros(Path folder) {
    try {
      List<Path> logs = Files.isDirectory(folder) ? logs(folder) : List.of();
      for (Path log : logs) {
        long end = endOfData(log);
        if (end < Files.size(log)) {
          truncate(log, end);
          // The database would skip zeros between sound data.
          LogScan.Damage damage = LogScan.of(log);
          requireTail(log, damage);
          if (damage.exists() && !log.equals(logs.get(logs.size() - 1))) {
            throw damaged(log, damage);
          }
        }
      }
    } catch (IOException failure) {
      throw unreadable(folder, failure);
    }
  }

  private static void requireTail(Path file, LogScan.Damage damage) {
    if (!damage.isTail()) {
      throw damaged(file, damage);
    }
  }

  /** Where the data of a log ends; zeros that were added to it may follow. */
  public static long endOfData(Path log) throws IOException {
    return LogScan.endOfData(log);
  }

  private static void truncate(Path log, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      channel.truncate(size);
      channel.force(true);
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

  /**
   * Reads the list of files and every log and compares them with their checksums; answers what is
   * wrong with which.
   */
  public static List<String> damagedLogs(Path folder) {
    List<String> damaged = new ArrayList<>();
    try {
      List<Path> all = new ArrayList<>(listOfFiles(folder));
      all.addAll(logs(folder));
      for (Path log : all) {
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
        "damaged data: " + named(log, damage) + "; restore the folder from a backup");
  }

  private static String named(Path log, LogScan.Damage damage) {
    return log + " does not have its checksum at byte " + damage.offset();
  }

  /** The list of files that the database reads; none if there is no such file. */
  private static List<Path> listOfFiles(Path folder) throws IOException {
    Path current = folder.resolve("CURRENT");
    if (!Files.isRegularFile(current)) {
      return List.of();
    }
    String name = Files.readString(current, StandardCharsets.ISO_8859_1).strip();
    return LIST_NAME.matcher(name).matches() && Files.isRegularFile(folder.resolve(name))
        ? List.of(folder.resolve(name))
        : List.of();
  }

  /** The logs of the database, the latest last. */
  static List<Path> logs(Path folder) throws IOException {
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
    truncate(log, damage.offset());
    return true;
  }
}
