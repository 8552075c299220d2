package io.duetime.bench.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** How much is measured, by options of the command line. */
public final class Sizes {
  private static final Path DEBIANS_REDIS = Path.of("/usr/bin/redis-server");

  @Option(names = "--repetitions", description = "turns of each row that count")
  public int repetitions = 5;

  @Option(names = "--seconds", description = "length of a turn that schedules")
  public double seconds = 3;

  @Option(names = "--jobs", description = "jobs of a turn that claims")
  public int jobs = 200_000;

  @Option(names = "--pending", description = "jobs of a backlog, and of a burst within a second")
  public int pending = 200_000;

  @Option(names = "--lateness-seconds", description = "length of a turn that measures lateness")
  public double latenessSeconds = 20;

  @Option(names = "--idle-seconds", description = "length of an idle time")
  public double idleSeconds = 60;

  @Option(names = "--timers", split = ",", description = "numbers of pending timers")
  public List<Integer> timers = List.of(10_000, 1_000_000);

  @Option(names = "--connections", description = "of beanstalkd/*")
  public int connections = 50;

  @Option(names = "--in-flight", description = "of handover/*")
  public int inFlight = 1_000;

  @Option(names = "--folder", description = "for files of stores; its disk is measured, too")
  public Path folder = Path.of(System.getProperty("java.io.tmpdir"));

  @Option(
      names = "--server",
      description = "path of redis-server: Debian's, or else that of the tests, which is slower")
  public String server = Files.isExecutable(DEBIANS_REDIS) ? DEBIANS_REDIS.toString() : "";

  @Option(names = "--rabbitmq", description = "folder of an unpacked RabbitMQ")
  public Path rabbitmq = Path.of("/");

  /** Makes all as short as shows that it works. */
  public void shorten() {
    repetitions = 1;
    seconds = 0.1;
    jobs = 2_000;
    pending = 2_000;
    latenessSeconds = 0.5;
    idleSeconds = 0.5;
    timers = List.of(1_000);
  }

  /** The length of a turn that schedules. */
  public Duration time() {
    return millis(seconds);
  }

  /** The length of a turn that measures lateness. */
  public Duration lateness() {
    return millis(latenessSeconds);
  }

  /** Does nothing for an idle time. */
  public void rest() throws InterruptedException {
    Thread.sleep(millis(idleSeconds).toMillis());
  }

  private static Duration millis(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1_000));
  }
}
