package io.duetime.bench.redis.process;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessHistogram;
import java.util.concurrent.TimeUnit;

/**
 * A process with one worker, to be killed. It tells in lines that it is ready, and then of each job
 * how late it came, in ms.
 */
final class ConsumerChild {
  static final String READY = "ready";

  private ConsumerChild() {}

  /** Takes the store's URI. */
  public static void main(String... args) throws InterruptedException {
    Duetime duetime = Duetime.open(args[0]);
    duetime
        .queue(JobSource.QUEUE, Codec.bytes())
        .worker(job -> {
          LatenessHistogram late = new LatenessHistogram();
          late.came(job.dueAt().toEpochMilli());
          System.out.println(late.millisAt(100));
        })
        .start();
    System.out.println(READY);
    Thread.sleep(TimeUnit.HOURS.toMillis(1));
    duetime.close();
  }
}
