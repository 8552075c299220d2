package io.duetime.bench.harness;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.Worker;
import io.duetime.engine.DueTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** What a user of the library calls, with its defaults. */
public final class LibraryCalls {
  private static final int HANDLERS = 16;
  private static final int LOADING_BATCH = 1_000;

  private final JobQueue<byte[]> queue;

  /** Calls about the usual queue. */
  public LibraryCalls(Duetime duetime) {
    this.queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
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

  /** Schedules jobs that are due, in batches of 1,000. */
  public Figures load(int jobs) {
    JobSource source = new JobSource(1);
    Callers.Call loading =
        () -> {
          for (int left = jobs; left > 0; left -= LOADING_BATCH) {
            queue.scheduleAll(
                Stream.generate(() -> source.nextRequest(DueTime.after(0)))
                    .limit(Math.min(LOADING_BATCH, left))
                    .toList());
          }
          return jobs;
        };
    return new Callers(1).once(caller -> loading);
  }

  /** Has a worker of 16 handlers take jobs that are due, until so many have begun. */
  public Figures handling(int jobs) {
    Callers.Call handling =
        () -> {
          CountDownLatch left = new CountDownLatch(jobs);
          Worker worker = queue.worker(job -> left.countDown()).concurrency(HANDLERS).start();
          left.await();
          worker.close();
          return jobs;
        };
    return new Callers(1).once(caller -> handling);
  }

  /** Starts a worker of 16 handlers that notes how late its jobs are. */
  public Lateness.Consumer consumer() {
    JobSource jobs = new JobSource(1);
    Lateness log = new Lateness();
    Worker worker =
        queue.worker(job -> log.came(job.dueAt().toEpochMilli())).concurrency(HANDLERS).start();
    return new Lateness.Consumer() {
      @Override
      public Lateness log() {
        return log;
      }

      @Override
      public CompletionStage<?> schedule(List<DueTime> dues) {
        return dues.size() == 1
            ? queue.async().schedule(jobs.nextRequest(dues.get(0)))
            : queue.async().scheduleAll(dues.stream().map(jobs::nextRequest).toList());
      }

      @Override
      public void close() {
        worker.close();
      }
    };
  }
}
