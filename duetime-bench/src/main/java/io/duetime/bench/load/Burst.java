package io.duetime.bench.load;

import io.duetime.engine.DueTime;
import java.time.Duration;
import java.util.Collections;

/** Schedules many jobs that are due in the same millisecond, some time ahead. */
public record Burst(int jobs, Duration ahead) {
  private static final int BATCH = 500;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Runs it, and waits until all have come. */
  public LatenessHistogram run(TimedConsumer consumer) throws InterruptedException {
    DueTime due = DueTime.at(System.currentTimeMillis() + ahead.toMillis());
    for (int scheduled = 0; scheduled < jobs; scheduled += BATCH) {
      int size = Math.min(BATCH, jobs - scheduled);
      consumer.log().expect(size, consumer.schedule(Collections.nCopies(size, due)));
    }
    consumer.log().awaitAll(PATIENCE);
    return consumer.log();
  }
}
