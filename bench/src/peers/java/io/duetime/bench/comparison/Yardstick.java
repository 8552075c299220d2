package io.duetime.bench.comparison;

import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.Conditions;
import io.duetime.bench.harness.Sizes;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What depends on the machine alone, measured before each turn of a run. */
final class Yardstick {
  /** Its name among the systems. */
  static final String NAME = "yardstick";

  private static final int CALLERS = 50;

  private Yardstick() {}

  static void measure(Results results, String run, int turn, Sizes sizes) throws IOException {
    if (results.has(run, NAME, turn)) {
      return;
    }
    put(results, run, turn, "fdatasync", Conditions.fsyncs(sizes.folder, true));
    put(results, run, turn, "load", Conditions.randomLoadNanos());
    put(results, run, turn, "set", sets());
    put(results, run, turn, Results.DONE, 1);
  }

  private static void put(Results results, String run, int turn, String name, double value)
      throws IOException {
    results.add(run, NAME, turn, name + Findings.TAB + value);
  }

  /** SETs of 100 bytes a second, 50 connections, one at a time each. */
  private static double sets() {
    AtomicLong count = new AtomicLong();
    long nanos;
    try (RedisProcess server = RedisProcess.start()) {
      long begun = System.nanoTime();
      new Callers(CALLERS)
          .during(
              Duration.ofSeconds(1),
              caller -> {
                RedisTalk talk = RedisTalk.with(server.port());
                String value = "x".repeat(100);
                return () -> {
                  talk.call("SET", "key", value);
                  count.incrementAndGet();
                  return 1;
                };
              });
      nanos = System.nanoTime() - begun;
    }
    return count.get() * 1e9 / nanos;
  }
}
