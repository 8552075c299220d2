package io.duetime.packaging.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.fixture.RedisProcess;
import io.duetime.time.Threads;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Filled servers that the tests of a JVM share; they end with it. */
final class Servers {
  private static final int SHOWCASE_JOBS = 250_000;
  private static final int SMALL_JOBS = 1_000;
  private static final long PRODUCED_MILLIS = 250;
  private static final List<String> WORKED = List.of("emails", "payments");

  /** The stores that pages are tested on, each with a hundred queues in all states. */
  enum Filled {
    EMBEDDED(Servers::smallEmbedded),
    REDIS(Servers::smallRedis);

    @SuppressWarnings("ImmutableEnumChecker") // a reference to a method
    private final Supplier<ConsoleServer> server;

    Filled(Supplier<ConsoleServer> server) {
      this.server = server;
    }

    ConsoleServer server() {
      return server.get();
    }
  }

  private Servers() {}

  /** A store in a folder, with a million jobs. */
  static ConsoleServer embedded() {
    return OnFolder.SERVER;
  }

  /** A store on Redis, with a million jobs. */
  static ConsoleServer redis() {
    return OnRedis.SERVER;
  }

  /** A store in a folder, with a few jobs in each queue. */
  static ConsoleServer smallEmbedded() {
    return SmallOnFolder.SERVER;
  }

  /** A store on Redis, with a few jobs in each queue. */
  static ConsoleServer smallRedis() {
    return SmallOnRedis.SERVER;
  }

  /** A store as it is filled, with consumers at work; no test changes it. */
  static ConsoleServer showcase() {
    return Showcase.SERVER;
  }

  private static ConsoleServer filled(ConsoleServer server, int largeJobs) {
    ending(server);
    FilledStore.fill(server, largeJobs);
    return server;
  }

  private static void ending(ConsoleServer server) {
    Runtime.getRuntime().addShutdownHook(Threads.daemons("server-end").newThread(server::close));
  }

  private static ConsoleServer showcase(ConsoleServer server) {
    filled(server, SHOWCASE_JOBS);
    // A task for the page of tasks.
    server.call(
        "DELETE",
        "/v1/queues/" + FilledStore.LARGE + "/jobs?all=true&dryRun=true&background=true",
        "");
    AtomicInteger rounds = new AtomicInteger();
    repeat(
        PRODUCED_MILLIS,
        () ->
            WORKED.forEach(queue -> FilledStore.produce(server, queue, rounds.getAndIncrement())));
    WORKED.forEach(queue -> repeat(1, () -> FilledStore.consume(server, queue)));
    return server;
  }

  /** Does something again and again, in a thread of its own, until it fails. */
  private static void repeat(long pauseMillis, Runnable work) {
    ScheduledFuture<?> working =
        Executors.newSingleThreadScheduledExecutor(Threads.daemons("work"))
            .scheduleWithFixedDelay(work, 0, pauseMillis, TimeUnit.MILLISECONDS);
    assertThat(working.isCancelled()).isFalse();
  }

  private static final class Showcase {
    static final ConsoleServer SERVER = showcase(ConsoleServer.embedded());
  }

  private static final class OnFolder {
    static final ConsoleServer SERVER = filled(ConsoleServer.embedded(), FilledStore.LARGE_JOBS);
  }

  private static final class OnRedis {
    static final ConsoleServer SERVER =
        filled(ConsoleServer.redis(RedisProcess.start()), FilledStore.LARGE_JOBS);
  }

  private static final class SmallOnFolder {
    static final ConsoleServer SERVER = filled(ConsoleServer.embedded(), SMALL_JOBS);
  }

  private static final class SmallOnRedis {
    static final ConsoleServer SERVER =
        filled(ConsoleServer.redis(RedisProcess.start()), SMALL_JOBS);
  }
}
