package io.duetime.bench.peer;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that are compared. */
public final class Peers {
  private static final String ENDS = "its jobs end with the process";
  private static final String HEAP = "heap";
  private static final String REDIS = "Redis, not on disk";
  private static final String FSYNC = "disk, fsync before the answer";
  private static final int USUAL = 16;

  private Peers() {}

  /** Opens a system. */
  @FunctionalInterface
  interface Opener {
    Peer open(Place place) throws Exception;
  }

  /**
   * A system and how it is configured.
   *
   * @param name on the command line
   * @param title on the page
   * @param keeper where its jobs are
   * @param keeps how safe they are there
   * @param consumers that run in one process
   * @param configuration what differs from its defaults, and how its consumers work
   * @param license of the system
   * @param without the runs that it cannot take part in, each with the reason
   * @param opener of a program of this JVM; null for a program of Node
   */
  public record Spec(
      String name,
      String title,
      Keeper keeper,
      String keeps,
      int consumers,
      String configuration,
      String license,
      Map<String, String> without,
      @Nullable Opener opener) {
    /** Whether it is Duetime. */
    public boolean isOurs() {
      return name.startsWith("duetime");
    }

    /** Opens it in this process. */
    public Peer open(Place place) throws Exception {
      if (opener == null) {
        throw new IllegalStateException(title + " is no program of Java");
      }
      return opener.open(place);
    }
  }

  /** Finds one by its name. */
  public static Spec named(String name) {
    return all().stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no peer " + name));
  }

  /** Lists them. */
  public static List<Spec> all() {
    Map<String, String> volatileJobs = Map.of("kill", ENDS);
    Map<String, String> pushed =
        Map.of("kill", ENDS, "drain", "its jobs run when they are due, with or without consumers");
    return List.of(
        new Spec(
            "duetime-memory",
            "Duetime, memory",
            Keeper.NONE,
            HEAP,
            USUAL,
            "a worker of 16 handlers",
            "Apache-2.0",
            volatileJobs,
            OurPeer::new),
        new Spec(
            "duetime-folder",
            "Duetime, folder",
            Keeper.FOLDER,
            FSYNC,
            USUAL,
            "a worker of 16 handlers",
            "Apache-2.0",
            Map.of(),
            OurPeer::new),
        new Spec(
            "duetime-redis",
            "Duetime, Redis",
            Keeper.REDIS,
            REDIS,
            USUAL,
            "a worker of 16 handlers",
            "Apache-2.0",
            Map.of(),
            OurPeer::new),
        new Spec(
            "duetime-http",
            "Duetime server, HTTP",
            Keeper.DUETIME,
            FSYNC,
            USUAL,
            "a server on a folder; a worker of 16 handlers of the client",
            "Apache-2.0",
            Map.of(),
            OurPeer::new),
        new Spec(
            "duetime-beanstalkd",
            "Duetime server, beanstalkd protocol",
            Keeper.DUETIME_BEANSTALKD,
            FSYNC,
            USUAL,
            "a server on a folder; the client of beanstalkd",
            "Apache-2.0",
            Map.of(),
            BeanstalkdPeer::new),
        new Spec(
            "redisson",
            "Redisson RDelayedQueue",
            Keeper.REDIS,
            REDIS,
            USUAL,
            "defaults; 16 takers; batches are asynchronous offers",
            "Apache-2.0",
            Map.of(),
            RedissonPeer::new),
        new Spec(
            "bullmq",
            "BullMQ",
            Keeper.REDIS,
            REDIS,
            200,
            "one worker of concurrency 200; jobs are removed when they are done",
            "MIT",
            Map.of(),
            null),
        new Spec(
            "rqueue",
            "Rqueue",
            Keeper.REDIS,
            REDIS,
            USUAL,
            "concurrency 16, jobs polled each 100 ms, visibility timeout 5 s",
            "Apache-2.0",
            Map.of(),
            RqueuePeer::new),
        new Spec(
            "zset-poll",
            "sorted set, polled each second",
            Keeper.REDIS,
            REDIS,
            1,
            "zrangebyscore of 100, a zrem each; one consumer",
            "",
            Map.of(),
            ArticlePeer.Poll::new),
        new Spec(
            "zset-script",
            "sorted set, Lua script each 100 ms",
            Keeper.REDIS,
            REDIS,
            1,
            "a script takes 100; one consumer",
            "",
            Map.of(),
            ArticlePeer.Script::new),
        new Spec(
            "expiry",
            "Redis expiry events",
            Keeper.REDIS,
            REDIS,
            1,
            "a key for each job; one subscriber",
            "",
            Map.of("drain", "its messages are not kept for a consumer that comes later"),
            ArticlePeer.Expiry::new),
        new Spec(
            "beanstalkd",
            "beanstalkd",
            Keeper.BEANSTALKD,
            HEAP,
            USUAL,
            "defaults; 16 connections that reserve and delete; batches are pipelined",
            "MIT",
            Map.of(),
            BeanstalkdPeer::new),
        new Spec(
            "beanstalkd-log",
            "beanstalkd -b -f 0",
            Keeper.BEANSTALKD_LOG,
            FSYNC,
            USUAL,
            "its log with an fsync for each write; the same client",
            "MIT",
            Map.of(),
            BeanstalkdPeer::new),
        new Spec(
            "db-scheduler",
            "db-scheduler",
            Keeper.POSTGRESQL,
            FSYNC,
            USUAL,
            "lock-and-fetch, polled each 100 ms, 16 threads",
            "Apache-2.0",
            Map.of(),
            DbSchedulerPeer::new),
        new Spec(
            "quartz",
            "Quartz",
            Keeper.POSTGRESQL,
            FSYNC,
            USUAL,
            "JDBC store, clustered, 16 threads, batches of 16",
            "Apache-2.0",
            Map.of(),
            QuartzPeer::new),
        new Spec(
            "jobrunr",
            "JobRunr",
            Keeper.POSTGRESQL,
            FSYNC,
            USUAL,
            "polled each 5 s, the least that it allows; 16 workers",
            "LGPL-3.0",
            Map.of(),
            JobRunrPeer::new),
        new Spec(
            "rabbitmq",
            "RabbitMQ, TTL and dead letters",
            Keeper.RABBITMQ,
            "disk, confirms",
            USUAL,
            "persistent messages, one queue of waiting ones for each second of delay; prefetch 100",
            "MPL-2.0",
            Map.of(),
            RabbitPeer::new),
        new Spec(
            "rocketmq",
            "RocketMQ 5 timer messages",
            Keeper.ROCKETMQ,
            "disk, flushed later",
            USUAL,
            "timer precision of 100 ms",
            "Apache-2.0",
            Map.of(),
            RocketPeer::new),
        new Spec(
            "delay-queue",
            "java.util.concurrent.DelayQueue",
            Keeper.NONE,
            HEAP,
            USUAL,
            "16 takers",
            "",
            volatileJobs,
            place -> new InProcess.Queue()),
        new Spec(
            "executor",
            "ScheduledThreadPoolExecutor",
            Keeper.NONE,
            HEAP,
            USUAL,
            "16 threads, cancelled tasks are removed",
            "",
            pushed,
            place -> new InProcess.Executor()),
        new Spec(
            "wheel",
            "timing wheel of Netty",
            Keeper.NONE,
            HEAP,
            USUAL,
            "ticks of 1 ms, 65,536 slots; 16 takers",
            "Apache-2.0",
            pushed,
            place -> new InProcess.Wheel()));
  }
}
