package io.duetime.bench.load;

import static io.duetime.bench.load.JobSource.QUEUE;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.Worker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** What a user of the library calls, with its defaults. */
public final class LibraryCalls {
  private static final int HANDLERS = 16;

  private final JobQueue<byte[]> queue;

  public LibraryCalls(Duetime duetime) {
    this.queue = duetime.queue(QUEUE, Codec.bytes());
  }

  /** Schedules one job due within a day and waits until it is stored. */
  public Callers.Call scheduling(int caller) {
    JobSource jobs = new JobSource(caller);
    return () -> {
      Duration delay = Duration.ofMillis(jobs.nextDelay());
      Scheduled scheduled = queue.schedule(jobs.nextId(), jobs.nextPayload(), delay);
      if (scheduled.outcome() != ScheduleOutcome.CREATED) {
        throw new IllegalStateException("not created but " + scheduled);
      }
      return 1;
    };
  }

  /** Has a worker of 16 handlers take jobs that are due, until so many have been begun. */
  public Throughput handling(int jobs) {
    CountDownLatch left = new CountDownLatch(jobs);
    return new Callers(1)
        .asLongAs(
            () -> left.getCount() > 0,
            caller ->
                () -> {
                  Worker worker =
                      queue.worker(job -> left.countDown()).concurrency(HANDLERS).start();
                  left.await();
                  worker.close();
                  return jobs;
                });
  }
}
