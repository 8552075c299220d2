package io.duetime.bench.redis;

import io.duetime.bench.Flags;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What to measure.
 *
 * @param server path of the server's program; empty for the one in a jar, whose allocator is up to
 *     twice as slow as the one that users have; where Debian's is installed, that one by default
 * @param benchmark the yardstick's program, {@code redis-benchmark}
 * @param repetitions how often each is measured
 * @param time how long each measurement of scheduling lasts
 * @param jobs how many jobs are claimed in each measurement
 * @param requests how many requests the yardstick makes each time
 * @param pending how many jobs wait while memory and cancelling are measured
 * @param lateness how long each measurement of lateness lasts
 * @param idle for how long many idle workers are watched
 * @param parts what is measured
 */
record RedisBenchOptions(
    String server,
    String benchmark,
    int repetitions,
    Duration time,
    int jobs,
    int requests,
    int pending,
    Duration lateness,
    Duration idle,
    List<Part> parts) {
  private static final String USAGE =
      "usage: redis [--server PATH] [--benchmark redis-benchmark] [--reps 3] [--seconds 3]"
          + " [--jobs 200000] [--requests 1000000] [--pending 1000000] [--lateness-seconds 10]"
          + " [--idle-seconds 180]"
          + " [--only batch,single,lone,script,claim,priority,worker,pending,lateness,sparse,dense,burst,"
          + "second,idle,watched,crowd,takeover,fairness]";
  private static final Set<String> KNOWN =
      Set.of(
          "server",
          "benchmark",
          "reps",
          "seconds",
          "jobs",
          "requests",
          "pending",
          "lateness-seconds",
          "idle-seconds",
          "only");

  private static final Path DEBIANS = Path.of("/usr/bin/redis-server");

  /** Parts of the bench. */
  enum Part {
    BATCH,
    SINGLE,
    LONE,
    SCRIPT,
    CLAIM,
    PRIORITY,
    WORKER,
    PENDING,
    LATENESS,
    SPARSE,
    DENSE,
    BURST,
    SECOND,
    IDLE,
    WATCHED,
    CROWD,
    TAKEOVER,
    FAIRNESS
  }

  private static String installedServer() {
    return Files.isExecutable(DEBIANS) ? DEBIANS.toString() : "";
  }

  static RedisBenchOptions parse(String... args) {
    Flags flags = Flags.parse(USAGE, KNOWN, args);
    return new RedisBenchOptions(
        flags.get("server", installedServer()),
        flags.get("benchmark", "redis-benchmark"),
        (int) flags.get("reps", 3),
        Duration.ofSeconds(flags.get("seconds", 3)),
        (int) flags.get("jobs", 200_000),
        (int) flags.get("requests", 1_000_000),
        (int) flags.get("pending", 1_000_000),
        Duration.ofSeconds(flags.get("lateness-seconds", 10)),
        Duration.ofSeconds(flags.get("idle-seconds", 180)),
        flags.get("only", Part.class));
  }
}
