package io.duetime.bench.load;

import static io.duetime.bench.load.JobSource.QUEUE;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import java.time.Duration;

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

  /** How late a worker with 16 handlers begins its jobs, under a steady load. */
  public LatenessLog lateness(SteadyLoad load) throws InterruptedException {
    LatenessLog log = new LatenessLog();
    queue.worker(job -> log.came(job.dueAt().toEpochMilli())).concurrency(HANDLERS).start();
    JobSource jobs = new JobSource(1);
    load.run(
        log,
        delayMillis ->
            queue.scheduleAsync(jobs.nextId(), jobs.nextPayload(), Duration.ofMillis(delayMillis)));
    return log;
  }
}
