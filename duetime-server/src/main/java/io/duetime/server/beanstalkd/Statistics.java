package io.duetime.server.beanstalkd;

import io.duetime.JobState;
import io.duetime.TimeSource;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.engine.JobView;
import io.duetime.runtime.call.HostName;
import io.duetime.server.beanstalkd.Command.Verb;
import io.duetime.server.beanstalkd.Reply.Yaml;
import io.vertx.core.buffer.Buffer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts commands and connections since the start, and writes the statistics of the server. */
final class Statistics {
  private static final int MICROS = 1_000_000;
  private static final List<String> NO_BINLOG =
      List.of("oldest-index", "current-index", "records-migrated", "records-written", "max-size");

  private final TimeSource time;
  private final String version;
  private final int maxJobSize;
  private final String id;
  private final long startNanos;
  private final Map<Verb, Long> commands = new EnumMap<>(Verb.class);
  int connections;
  int producers;
  int workers;
  int waiting;
  long totalConnections;

  Statistics(BeanstalkdFront.Parts parts, int maxJobSize) {
    this.time = parts.time();
    this.version = parts.version();
    this.maxJobSize = maxJobSize;
    this.id = "%016x".formatted(parts.random().nextLong());
    this.startNanos = time.nanoTime();
  }

  void count(Verb verb) {
    commands.merge(verb, 1L, Long::sum);
  }

  CompletableFuture<Buffer> yaml(
      TubeCommands tubes, Tubes names, ReservationKeeper keeper, boolean draining) {
    return tubes
        .all()
        .thenCombine(
            names.names(),
            (jobs, all) -> {
              long total = Objects.requireNonNull(jobs.remove(TubeCommands.TOTAL));
              Yaml yaml = new Yaml().with(jobs);
              Stream.of(Verb.values())
                  .filter(Verb::isCounted)
                  .forEach(
                      verb -> yaml.with("cmd-" + verb.command(), commands.getOrDefault(verb, 0L)));
              yaml.with("job-timeouts", keeper.timeouts())
                  .with(TubeCommands.TOTAL, total)
                  .with("max-job-size", maxJobSize)
                  .with("current-tubes", all.size());
              addConnections(yaml);
              addProcess(yaml);
              NO_BINLOG.forEach(field -> yaml.with("binlog-" + field, 0));
              addMachine(yaml.with("draining", draining));
              return Reply.yaml(yaml);
            });
  }

  private void addConnections(Yaml yaml) {
    yaml.with("current-connections", connections)
        .with("current-producers", producers)
        .with("current-workers", workers)
        .with("current-waiting", waiting)
        .with("total-connections", totalConnections);
  }

  private void addProcess(Yaml yaml) {
    Duration used = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    yaml.with("pid", ProcessHandle.current().pid())
        .text("version", version)
        .with("rusage-utime", seconds(used))
        .with("rusage-stime", seconds(Duration.ZERO))
        .with("uptime", Duration.ofNanos(time.nanoTime() - startNanos).toSeconds());
  }

  private static String seconds(Duration used) {
    return "%d.%06d"
        .formatted(used.toSeconds(), used.toNanosPart() * (long) MICROS / 1_000_000_000L);
  }

  private void addMachine(Yaml yaml) {
    var system = ManagementFactory.getOperatingSystemMXBean();
    yaml.with("id", id)
        .text("hostname", HostName.find())
        .text("os", system.getName() + " " + system.getVersion())
        .text("platform", system.getArch());
  }

  /** The statistics of one job; how often what happened comes from its last ten attempts. */
  record JobStats(long number, String tube, JobView job) {
    private static final long MILLIS = 1_000;

    /**
     * Writes the statistics.
     *
     * @param ownLeft what is left of the reservation if the asking connection has it, or null
     */
    Buffer yaml(long nowMillis, Duration ttr, @Nullable Duration ownLeft) {
      long timeouts = count(JobStats::isTimeout);
      long buries = count(one -> one.outcome() == Outcome.BURIED);
      return Reply.yaml(
          new Yaml()
              .with("id", number)
              .text("tube", tube)
              .with("state", state())
              .with("pri", job.traits().priority())
              .with("age", Math.max(0, nowMillis - job.times().scheduledAt()) / MILLIS)
              .with("delay", delaySeconds())
              .with("ttr", ttr.toSeconds())
              .with("time-left", leftSeconds(nowMillis, ttr, ownLeft))
              .with("file", 0)
              .with("reserves", reserves())
              .with("timeouts", timeouts)
              .with("releases", count(one -> one.outcome() == Outcome.FAILED && !isTimeout(one)))
              .with("buries", buries)
              .with("kicks", Math.max(0, buries - (job.state() == JobState.DEAD ? 1 : 0))));
    }

    // A redrive counts attempts from the beginning, but the history stays.
    private int reserves() {
      int running = job.state() == JobState.RUNNING ? 1 : 0;
      return Math.max(job.traits().attempt(), job.history().size() + running);
    }

    private String state() {
      return switch (job.state()) {
        case DELAYED -> "delayed";
        case READY -> "ready";
        case RUNNING -> "reserved";
        default -> "buried";
      };
    }

    // The delay that the last put or release asked for; a kick after a bury has none.
    private long delaySeconds() {
      List<AttemptRecord> history = job.history();
      if (history.isEmpty()) {
        return secondsFrom(job.times().scheduledAt());
      }
      AttemptRecord last = history.get(history.size() - 1);
      return last.outcome() == Outcome.FAILED ? secondsFrom(last.endedAtMillis()) : 0;
    }

    private long secondsFrom(long fromMillis) {
      return Math.max(0, job.times().dueAt() - fromMillis + MILLIS / 2) / MILLIS;
    }

    private long leftSeconds(long nowMillis, Duration ttr, @Nullable Duration ownLeft) {
      if (job.state() == JobState.DELAYED) {
        return Math.max(0, job.times().dueAt() - nowMillis) / MILLIS;
      }
      JobView.LeaseView lease = job.lease();
      if (lease == null) {
        return 0;
      }
      if (ownLeft != null) {
        return Math.max(0, ownLeft.toSeconds());
      }
      return Math.max(0, lease.sinceMillis() + ttr.toMillis() - nowMillis) / MILLIS;
    }

    private long count(Predicate<AttemptRecord> which) {
      return job.history().stream().filter(which).count();
    }

    private static boolean isTimeout(AttemptRecord attempt) {
      return attempt.outcome() == Outcome.LEASE_LOST
          || attempt.error().equals(ReservationKeeper.TIMED_OUT);
    }
  }
}
