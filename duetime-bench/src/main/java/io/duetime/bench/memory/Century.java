package io.duetime.bench.memory;

import io.duetime.Codec;
import io.duetime.JobQueue;
import io.duetime.test.TestDuetime;
import java.time.Duration;
import java.time.Instant;

/**
 * A hundred years of virtual time, of which seven queues with a worker each see a job at the end.
 */
final class Century {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int QUEUES = 7;
  private static final Duration LAST = Duration.ofDays(36_524);

  private Century() {}

  /** How many seconds it takes. */
  static double seconds() {
    long began = System.nanoTime();
    int[] ran = new int[1];
    try (TestDuetime duetime = TestDuetime.startingAt(START)) {
      for (int i = 0; i < QUEUES; i++) {
        JobQueue<String> queue = duetime.queue("queue-" + i, Codec.string());
        queue.worker(job -> ran[0]++).start();
        queue.schedule("last", "x", LAST);
      }
      duetime.advance(LAST.plusDays(1));
    }
    if (ran[0] != QUEUES) {
      throw new IllegalStateException("only " + ran[0] + " jobs ran");
    }
    return (System.nanoTime() - began) / 1e9;
  }
}
