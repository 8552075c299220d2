package io.duetime.bench.handover;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Worker;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.TimedConsumer;
import io.duetime.engine.DueTime;
import io.duetime.handover.HandOver;
import io.duetime.handover.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/** Hands the jobs of a store over to a publisher. */
final class HandOverRuns implements TimedConsumer {
  private static final int BATCH = 10_000;

  private final Duetime duetime;
  private final JobQueue<byte[]> queue;
  private final JobSource source = new JobSource(1);
  private final Publisher publisher;
  private final int inFlight;
  private final LatenessHistogram late = new LatenessHistogram();
  private final Histogram confirmMicros =
      new SynchronizedHistogram(TimeUnit.MINUTES.toMicros(1), 3);
  private @Nullable HandOver timed;

  HandOverRuns(String storeUri, Publisher publisher, int inFlight) {
    this.duetime = Duetime.open(storeUri);
    this.queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
    this.publisher = publisher;
    this.inFlight = inFlight;
  }

  /** Jobs a second that are handed over and confirmed, all due before it begins. */
  double rate(int jobs) throws InterruptedException {
    scheduleDue(jobs);
    CountDownLatch left = new CountDownLatch(jobs);
    long begin = System.nanoTime();
    HandOver handOver =
        HandOver.of(queue, job -> counted(publisher.publish(job), left)).inFlight(inFlight).start();
    left.await();
    double rate = jobs * 1e9 / (System.nanoTime() - begin);
    handOver.close();
    return rate;
  }

  /** Jobs a second of a worker that does nothing with them. */
  double workerRate(int jobs) throws InterruptedException {
    scheduleDue(jobs);
    CountDownLatch left = new CountDownLatch(jobs);
    long begin = System.nanoTime();
    Worker worker =
        queue
            .asyncWorker(job -> counted(CompletableFuture.completedStage(null), left))
            .concurrency(inFlight)
            .start();
    left.await();
    double rate = jobs * 1e9 / (System.nanoTime() - begin);
    worker.close();
    return rate;
  }

  private static CompletionStage<?> counted(CompletionStage<?> confirm, CountDownLatch left) {
    return confirm.thenRun(left::countDown);
  }

  private void scheduleDue(int jobs) {
    for (int from = 0; from < jobs; from += BATCH) {
      List<JobRequest<byte[]>> batch = new ArrayList<>();
      for (int i = from; i < Math.min(jobs, from + BATCH); i++) {
        batch.add(JobRequest.builder(source.nextPayload()).id(source.nextId()).build());
      }
      queue.scheduleAll(batch);
    }
  }

  /** Begins to hand over what {@link #schedule} schedules. */
  void startTimed() {
    timed = HandOver.of(queue, this::publishTimed).inFlight(inFlight).start();
  }

  private CompletionStage<?> publishTimed(JobInfo<byte[]> job) {
    late.came(job.firstDueAt().toEpochMilli());
    long begin = System.nanoTime();
    return publisher
        .publish(job)
        .thenRun(() -> confirmMicros.recordValue((System.nanoTime() - begin) / 1_000));
  }

  @Override
  public LatenessHistogram log() {
    return late;
  }

  @Override
  public CompletionStage<?> schedule(List<DueTime> dues) {
    Duration delay = Duration.ofMillis(((DueTime.After) dues.get(0)).delayMillis());
    return queue.scheduleAsync(
        JobRequest.builder(source.nextPayload()).id(source.nextId()).delay(delay).build());
  }

  /** From the publish to its confirm, in milliseconds. */
  String confirms() {
    return "%.2f | %.2f"
        .formatted(
            confirmMicros.getValueAtPercentile(50) / 1e3,
            confirmMicros.getValueAtPercentile(99) / 1e3);
  }

  @Override
  public void close() {
    if (timed != null) {
      timed.close();
    }
    duetime.close();
  }
}
