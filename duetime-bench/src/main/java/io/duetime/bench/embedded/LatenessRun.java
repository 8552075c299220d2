package io.duetime.bench.embedded;

import static io.duetime.bench.embedded.JobSource.QUEUE;

import io.duetime.Durability;
import io.duetime.bench.Engines;
import io.duetime.bench.ScratchFolder;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lateness under a steady load: a job is scheduled at every tick of a fixed rate, whether or not
 * the one before has been answered, with a delay from 1 to 5 seconds; one consumer takes them.
 */
final class LatenessRun {
  private static final long MIN_DELAY = 1_000;
  private static final long MAX_DELAY = 5_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String scheme;
  private final Path folder;
  private final int perSecond;
  private final Duration time;

  LatenessRun(String scheme, Path folder, int perSecond, Duration time) {
    this.scheme = scheme;
    this.folder = folder;
    this.perSecond = perSecond;
    this.time = time;
  }

  /** Runs it; lasts some seconds longer than the load. */
  LatenessLog measure() throws InterruptedException {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Engine engine = Engines.open(Engines.uri(scheme, scratch.path()))) {
      LatenessLog log = new LatenessLog();
      try (ClaimLoop consumer = new ClaimLoop(engine, log)) {
        consumer.start();
        produce(engine, log);
        log.awaitAll(PATIENCE);
      }
      return log;
    }
  }

  private void produce(Engine engine, LatenessLog log) {
    JobSource jobs = new JobSource(1);
    SplittableRandom random = new SplittableRandom(2);
    long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
    long count = perSecond * time.toSeconds();
    long start = System.nanoTime();
    for (long i = 0; i < count; i++) {
      sleepUntil(start + i * interval);
      log.producerLag(System.nanoTime() - (start + i * interval));
      DueTime due = DueTime.after(random.nextLong(MIN_DELAY, MAX_DELAY));
      log.expect(engine.schedule(QUEUE, List.of(jobs.nextJob(due)), Durability.FSYNCED));
    }
  }

  private static void sleepUntil(long nanoTime) {
    long left = nanoTime - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = nanoTime - System.nanoTime();
    }
  }
}
