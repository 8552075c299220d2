package io.duetime.bench.peer;

import io.duetime.CancelOutcome;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RescheduleOutcome;
import io.duetime.ScheduleOutcome;
import io.duetime.bench.harness.JobSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Duetime through its public API, on whatever store a URI names. */
final class OurPeer implements Peer {
  /** Short, so that the jobs of a killed consumer come back within the time of a run. */
  private static final Duration LEASE = Duration.ofSeconds(5);

  private final Duetime duetime;
  private final JobQueue<byte[]> queue;

  OurPeer(Place place) {
    this.duetime = Duetime.open(place.uri());
    this.queue = duetime.queue(JobSource.QUEUE, Codec.bytes());
  }

  @Override
  public void schedule(Job job) {
    expect(queue.schedule(request(job)).outcome() == ScheduleOutcome.CREATED);
  }

  @Override
  public void scheduleAll(List<Job> jobs) {
    queue
        .scheduleAll(jobs.stream().map(OurPeer::request).toList())
        .forEach(result -> expect(result.outcome() == ScheduleOutcome.CREATED));
  }

  private static JobRequest<byte[]> request(Job job) {
    return JobRequest.builder(job.bytes())
        .id(job.id())
        .dueAt(Instant.ofEpochMilli(job.dueMillis()))
        .build();
  }

  private static void expect(boolean hasSucceeded) {
    if (!hasSucceeded) {
      throw new IllegalStateException("the job was not scheduled");
    }
  }

  @Override
  public void consume(int consumers, Consumer<Job> handler) {
    queue
        .worker(job -> handler.accept(Job.of(job.payload())))
        .concurrency(consumers)
        .lease(LEASE)
        .start();
  }

  @Override
  public boolean cancel(Job job) {
    return queue.cancel(job.id()) == CancelOutcome.CANCELLED;
  }

  @Override
  public boolean move(Job job, long dueMillis) {
    return queue.reschedule(job.id(), Instant.ofEpochMilli(dueMillis)).outcome()
        == RescheduleOutcome.RESCHEDULED;
  }

  @Override
  public void close() {
    duetime.close();
  }
}
