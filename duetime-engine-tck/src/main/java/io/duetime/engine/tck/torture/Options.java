package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Group;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a run is told.
 *
 * @param store {@code memory}, {@code folder}, {@code redis}, {@code cluster}, {@code handover}, or
 *     the URI of a running store
 * @param clients how many client processes there are
 * @param report the folder for report, histories and logs
 * @param bug the class of a bug that clients see, for tests of the checker
 * @param lateMillis how late a job may start while nothing disturbs
 */
record Options(
    String store,
    Duration time,
    long seed,
    Path report,
    Set<Group> faults,
    int clients,
    @Nullable String bug,
    long lateMillis) {
  static final String USAGE =
      """
      Usage: duetime torture [OPTIONS]
      Lets processes work on a store, kills and disturbs them and the store, and checks what they were told.
        --store STORE    memory, folder, redis, cluster, handover, or the URI of a running store, whose
                         processes are then left alone; default: folder
        --time TIME      how long, such as 90s, 5m or 2h; default: 1m
        --seed N         repeats the plan of faults of another run; default: a new one, which is printed
        --report FOLDER  a new folder for report.txt, report.html, histories and logs; default: a temporary one
        --faults LIST    some of kill, pause, net, clock, disk, cluster; default: all
        --clients N      how many client processes, 4 to 40; default: 9
        --late TIME      how late a job may start while nothing disturbs; default: 10s
      Exit code: 0 if every rule holds, 1 if one is broken, 2 if an option is wrong, 3 if the run itself failed.
      docs/torture.md describes the faults, the rules and the report.\
      """;

  private static final Set<String> NAMES =
      Set.of("store", "time", "seed", "report", "faults", "clients", "late", "bug");

  private static final List<String> FAULTS =
      List.of("kill", "pause", "net", "clock", "disk", "cluster");

  /** Fails with an {@link IllegalArgumentException} that says what is wrong. */
  static Options parse(String[] arguments) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String[] parts = arguments[i].split("=", 2);
      String name = parts[0].startsWith("--") ? parts[0].substring(2) : "";
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException("unknown option: " + arguments[i]);
      }
      if (parts.length == 1 && i + 1 == arguments.length) {
        throw new IllegalArgumentException("--" + name + " needs a value");
      }
      given.put(name, parts.length == 2 ? parts[1] : arguments[++i]);
    }
    long seed = Long.parseLong(given.getOrDefault("seed", "" + System.nanoTime() % 1_000_000_000));
    return new Options(
        given.getOrDefault("store", "folder"),
        duration("time", given.getOrDefault("time", "1m")),
        seed,
        Path.of(given.getOrDefault("report", defaultFolder(seed))).toAbsolutePath(),
        groups(given.get("faults")),
        number("clients", given.getOrDefault("clients", "9"), 4, 40),
        given.get("bug"),
        duration("late", given.getOrDefault("late", "10s")).toMillis());
  }

  private static String defaultFolder(long seed) {
    String name = "duetime-torture-" + seed + "-" + System.currentTimeMillis();
    return Path.of(System.getProperty("java.io.tmpdir"), name).toString();
  }

  private static Duration duration(String name, String text) {
    try {
      Duration time = Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
      if (time.compareTo(Duration.ofSeconds(1)) >= 0 && time.toHours() <= 100) {
        return time;
      }
    } catch (DateTimeParseException malformed) {
      // Refused below.
    }
    throw new IllegalArgumentException("--" + name + " is " + text + ": 1s to 100h, such as 5m");
  }

  private static int number(String name, String text, int min, int max) {
    if (!text.matches("[0-9]{1,6}")
        || Integer.parseInt(text) < min
        || Integer.parseInt(text) > max) {
      throw new IllegalArgumentException("--" + name + " is " + text + ": " + min + " to " + max);
    }
    return Integer.parseInt(text);
  }

  private static Set<Group> groups(@Nullable String list) {
    if (list == null) {
      return EnumSet.allOf(Group.class);
    }
    Set<Group> groups = EnumSet.noneOf(Group.class);
    for (String name : list.equals("none") ? List.<String>of() : List.of(list.split(",", -1))) {
      if (!FAULTS.contains(name)) {
        throw new IllegalArgumentException(
            "--faults has " + name + ": " + String.join(", ", FAULTS) + " or none");
      }
      groups.add(Group.valueOf(name.toUpperCase(Locale.ROOT)));
    }
    return groups;
  }
}
