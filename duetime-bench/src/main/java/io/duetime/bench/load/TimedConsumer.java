package io.duetime.bench.load;

import io.duetime.engine.DueTime;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Schedules jobs, takes them as they become due, and notes how late each of them came. */
public interface TimedConsumer extends AutoCloseable {
  /** What it has noted so far. */
  LatenessHistogram log();

  /** Schedules a job for each time by one call; the answer comes once they are stored. */
  CompletionStage<?> schedule(List<DueTime> dues);

  @Override
  void close();
}
