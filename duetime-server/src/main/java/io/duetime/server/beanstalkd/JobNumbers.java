package io.duetime.server.beanstalkd;

import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.server.beanstalkd.wire.Ttr;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Translates between jobs and the numbers by which the protocol knows them. A job that was put by
 * this protocol has its number as id. Another job gets a number from its tube's block when it is
 * first seen here; the store keeps that number until the job ends.
 */
final class JobNumbers {
  private static final int MAX_DIGITS = 16;

  private final Engine engine;
  private final Loop loop;
  private final Tubes tubes;

  JobNumbers(Engine engine, Loop loop, Tubes tubes) {
    this.engine = engine;
    this.loop = loop;
    this.tubes = tubes;
  }

  /**
   * A job by its queue and id.
   *
   * @param queue the name of its queue
   * @param id its id
   */
  record JobKey(String queue, String id) {}

  /** Finds the number of a job, and gives it one if it has none; empty if the job has ended. */
  CompletableFuture<Optional<Long>> numberOf(JobKey job, JobBody body) {
    long number = Ttr.of(body).isEmpty() ? 0 : number(job.id());
    if (number == 0) {
      return give(job);
    }
    if (tubes.of(job.queue()).owns(number)) {
      return CompletableFuture.completedFuture(Optional.of(number));
    }
    // A job may have come from another store, where its number was reserved.
    return loop.here(engine.queueOfNumber(number))
        .thenCompose(queue ->
            queue.filter(job.queue()::equals).isPresent()
                ? CompletableFuture.completedFuture(Optional.of(number))
                : give(job));
  }

  private CompletableFuture<Optional<Long>> give(JobKey job) {
    Tube tube = tubes.of(job.queue());
    return tubes
        .number(tube)
        .thenCompose(proposal ->
            loop.here(engine.numberJobs(job.queue(), Map.of(job.id(), proposal)))
                .thenApply(numbers -> given(tube, proposal, numbers.get(job.id()))));
  }

  private static Optional<Long> given(Tube tube, long proposal, @Nullable Long number) {
    if (number == null || number != proposal) {
      tube.putBack(proposal);
    }
    return Optional.ofNullable(number);
  }

  /** Finds the job that has a number. */
  CompletableFuture<Optional<JobKey>> jobOf(long number) {
    if (number < 1) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return loop.here(engine.queueOfNumber(number))
        .thenCompose(queue ->
            queue.isEmpty()
                ? CompletableFuture.completedFuture(Optional.empty())
                : jobOf(queue.get(), number));
  }

  private CompletableFuture<Optional<JobKey>> jobOf(String queue, long number) {
    String id = Long.toString(number);
    return loop.here(engine.find(queue, id))
        .thenCompose(view ->
            view.filter(JobNumbers::wasPutHere).isPresent()
                ? CompletableFuture.completedFuture(Optional.of(new JobKey(queue, id)))
                : loop.here(engine.idOfNumber(queue, number))
                    .thenApply(given -> given.map(text -> new JobKey(queue, text))));
  }

  private static boolean wasPutHere(JobView view) {
    return Ttr.of(view.body()).isPresent();
  }

  /** The number that an id writes in decimal, as this package does; 0 for none. */
  private static long number(String id) {
    if (id.length() > MAX_DIGITS || id.isEmpty() || id.charAt(0) == '0') {
      return 0;
    }
    for (int i = 0; i < id.length(); i++) {
      if (id.charAt(i) < '0' || id.charAt(i) > '9') {
        return 0;
      }
    }
    return Long.parseLong(id);
  }
}
