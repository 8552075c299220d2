package io.duetime.bench.embedded;

import static io.duetime.bench.embedded.JobSource.QUEUE;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.bench.Engines;
import io.duetime.bench.ScratchFolder;
import java.nio.file.Path;
import java.time.Duration;

/** What a user of the library calls, with its defaults; a new store each time. */
final class LibraryRuns {
  private final String scheme;
  private final Path folder;

  LibraryRuns(String scheme, Path folder) {
    this.scheme = scheme;
    this.folder = folder;
  }

  /** Each caller schedules one job after the other and waits until it is stored. */
  Pace schedule(Callers callers, Duration time) {
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Duetime duetime = Duetime.open(Engines.uri(scheme, scratch.path()))) {
      JobQueue<byte[]> queue = duetime.queue(QUEUE, Codec.bytes());
      return callers.during(time, caller -> scheduling(queue, caller));
    }
  }

  private static Callers.Call scheduling(JobQueue<byte[]> queue, int caller) {
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
  LatenessLog lateness(SteadyLoad load) throws InterruptedException {
    LatenessLog log = new LatenessLog();
    try (ScratchFolder scratch = ScratchFolder.in(folder);
        Duetime duetime = Duetime.open(Engines.uri(scheme, scratch.path()))) {
      JobQueue<byte[]> queue = duetime.queue(QUEUE, Codec.bytes());
      queue.worker(job -> log.came(job.dueAt().toEpochMilli())).concurrency(16).start();
      JobSource jobs = new JobSource(1);
      load.run(
          log,
          delayMillis ->
              queue.scheduleAsync(
                  jobs.nextId(), jobs.nextPayload(), Duration.ofMillis(delayMillis)));
    }
    return log;
  }
}
