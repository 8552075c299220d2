package io.duetime.server.beanstalkd;

import io.duetime.TimeSource;
import io.duetime.internal.client.call.HostName;
import io.duetime.server.beanstalkd.Command.Verb;
import io.duetime.server.beanstalkd.Reply.Yaml;
import io.vertx.core.buffer.Buffer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

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
              Yaml yaml = jobs.addTo(new Yaml());
              Stream.of(Verb.values())
                  .filter(verb -> verb.isCounted)
                  .forEach(verb ->
                      yaml.with("cmd-" + verb.command(), commands.getOrDefault(verb, 0L)));
              yaml.with("job-timeouts", keeper.timeouts())
                  .with("total-jobs", jobs.total())
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
}
