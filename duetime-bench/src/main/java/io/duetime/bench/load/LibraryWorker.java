package io.duetime.bench.load;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Worker;
import io.duetime.engine.DueTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A worker of the library with 16 handlers and otherwise its defaults; closes no library. */
public final class LibraryWorker implements TimedConsumer {
  private static final int HANDLERS = 16;

  private final JobQueue<byte[]> queue;
  private final JobSource jobs = new JobSource(1);
  private final LatenessHistogram log = new LatenessHistogram();
  private final Worker worker;

  /** Starts the worker. */
  public LibraryWorker(Duetime duetime) {
    this.queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
    this.worker =
        queue.worker(job -> log.came(job.dueAt().toEpochMilli())).concurrency(HANDLERS).start();
  }

  @Override
  public LatenessHistogram log() {
    return log;
  }

  @Override
  public CompletionStage<?> schedule(List<DueTime> dues) {
    return dues.size() == 1
        ? queue.scheduleAsync(request(dues.get(0)))
        : queue.scheduleAllAsync(dues.stream().map(this::request).toList());
  }

  private JobRequest<byte[]> request(DueTime due) {
    JobRequest.Builder<byte[]> request = JobRequest.builder(jobs.nextPayload()).id(jobs.nextId());
    return due instanceof DueTime.After after
        ? request.delay(Duration.ofMillis(after.delayMillis())).build()
        : request.dueAt(Instant.ofEpochMilli(((DueTime.At) due).epochMillis())).build();
  }

  @Override
  public void close() {
    worker.close();
  }
}
