package io.duetime.embedded;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.SpaceKeeper;
import io.duetime.engine.support.RecordsAtOnce;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})(KiB|MiB|GiB)?");
  private static final List<String> NAMES =
      List.of("buffers", "cache", "lowSpace", "maxPayload", "reserve", "window");

  /** What holds unless set. */
  public static final EmbeddedOptions DEFAULT =
      new EmbeddedOptions(
          Limits.DEFAULT_MAX_PAYLOAD_BYTES,
          256 * MIB,
          32 * MIB,
          Disk.DEFAULT_CACHE_BYTES,
          Disk.DEFAULT_BUFFER_BYTES,
          4_096);

  /** Checks the ranges. */
  public EmbeddedOptions {
    Limits.count("maxPayload", maxPayloadBytes, MOST_PAYLOAD_BYTES);
    Limits.count("window", window, MOST_WINDOW);
    atLeast("lowSpace", lowSpaceBytes, 0, "0");
    atLeast("reserve", reserveBytes, 0, "0");
    atLeast("cache", cacheBytes, MIB, "1 MiB");
    atLeast("buffers", bufferBytes, 8 * MIB, "8 MiB");
  }

  private static void atLeast(String name, long bytes, long least, String words) {
    if (bytes < least) {
      throw new InvalidRequestException(name, bytes, words + " or more");
    }
  }

  /** Reads {@code name=value&name=value}, and what else is given; the former wins. */
  static EmbeddedOptions parse(String query, Map<String, String> others) {
    Map<String, String> texts = new LinkedHashMap<>(others);
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new InvalidRequestException("uri", pair, "name=value");
      }
      texts.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    for (String name : texts.keySet()) {
      if (!NAMES.contains(name)) {
        throw new InvalidRequestException("option", name, String.join(", ", NAMES));
      }
    }
    return new EmbeddedOptions(
        number(texts, "maxPayload", DEFAULT.maxPayloadBytes),
        size(texts, "lowSpace", DEFAULT.lowSpaceBytes),
        size(texts, "reserve", DEFAULT.reserveBytes),
        size(texts, "cache", DEFAULT.cacheBytes),
        size(texts, "buffers", DEFAULT.bufferBytes),
        number(texts, "window", DEFAULT.window));
  }

  private static int number(Map<String, String> texts, String name, int usual) {
    return (int) Math.min(Integer.MAX_VALUE, size(texts, name, usual));
  }

  private static long size(Map<String, String> texts, String name, long usual) {
    String text = texts.get(name);
    if (text == null) {
      return usual;
    }
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new InvalidRequestException(name, text, "a number, or one with KiB, MiB or GiB");
    }
    int power = size.group(2) == null ? 0 : "KMG".indexOf(text.charAt(size.start(2))) + 1;
    return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << (10 * power));
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

  SpaceKeeper.Marks marks() {
    return new SpaceKeeper.Marks(lowSpaceBytes, reserveBytes);
  }
}
