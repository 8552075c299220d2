package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Group;
import io.duetime.text.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a run is told.
 *
 * @param store {@code memory}, {@code folder}, {@code redis}, {@code cluster}, {@code handover}, or
 *     the URI of a running store
 * @param clients how many client processes there are
 * @param report the folder for report, histories and logs
 * @param bug the class of a bug that clients see, for tests of the checker, or nothing
 * @param lateMillis how late a job may start while nothing disturbs
 */
record Options(
    String store,
    Duration time,
    long seed,
    Path report,
    Set<Group> faults,
    int clients,
    String bug,
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

  private static final String ALL = "kill,pause,net,clock,disk,cluster";
  private static final Set<String> NAMES =
      Set.of("store", "time", "seed", "report", "faults", "clients", "late", "bug");

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
    String temporary =
        "%s/duetime-torture-%d-%d"
            .formatted(System.getProperty("java.io.tmpdir"), seed, System.currentTimeMillis());
    return new Options(
        given.getOrDefault("store", "folder"),
        duration("time", given.getOrDefault("time", "1m")),
        seed,
        Path.of(given.getOrDefault("report", temporary)).toAbsolutePath(),
        groups(given.getOrDefault("faults", ALL)),
        clients(given.getOrDefault("clients", "9")),
        given.getOrDefault("bug", ""),
        duration("late", given.getOrDefault("late", "10s")).toMillis());
  }

  private static Duration duration(String name, String text) {
    return DurationText.read(text)
        .filter(time -> time.compareTo(Duration.ofSeconds(1)) >= 0 && time.toHours() <= 100)
        .orElseThrow(() -> wrong(name, text, "1s to 100h, such as 5m"));
  }

  private static int clients(String text) {
    if (!text.matches("[4-9]|[1-3][0-9]|40")) {
      throw wrong("clients", text, "4 to 40");
    }
    return Integer.parseInt(text);
  }

  private static Set<Group> groups(String list) {
    Set<Group> groups = EnumSet.noneOf(Group.class);
    for (String name : list.equals("none") ? new String[0] : list.split(",", -1)) {
      groups.add(
          Stream.of(Group.values())
              .filter(group -> group.toString().equals(name))
              .findFirst()
              .orElseThrow(() -> wrong("faults", list, "some of " + ALL + ", or none")));
    }
    return groups;
  }

  static IllegalArgumentException wrong(String name, String given, String allowed) {
    return new IllegalArgumentException("--" + name + " is " + given + ": " + allowed);
  }
}
