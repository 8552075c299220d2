package io.duetime.server.beanstalkd;

import io.duetime.engine.Engine;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Takes the number of a job from its id where the id is a number of its queue's blocks. A job with
 * another id gets a number from its tube, which this server remembers: the last 100,000 of them,
 * and until it stops.
 */
final class StoredNumbers implements JobNumbers {
  private static final int MAX_REMEMBERED = 100_000;

  private final Engine engine;
  private final Loop loop;
  private final Tubes tubes;
  private final Map<JobKey, Long> numbers = new HashMap<>();
  private final Map<Long, JobKey> jobs = new LinkedHashMap<>();

  StoredNumbers(Engine engine, Loop loop, Tubes tubes) {
    this.engine = engine;
    this.loop = loop;
    this.tubes = tubes;
  }

  @Override
  public CompletableFuture<Long> numberOf(JobKey job) {
    Long known = numbers.get(job);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    long number = number(job.id());
    if (number == 0) {
      return give(job);
    }
    Tube tube = tubes.known(job.queue());
    if (tube != null && tube.owns(number)) {
      return CompletableFuture.completedFuture(number);
    }
    return loop.here(engine.queueOfNumber(number))
        .thenCompose(queue ->
            queue.filter(job.queue()::equals).isPresent()
                ? CompletableFuture.completedFuture(number)
                : give(job));
  }

  @Override
  public CompletableFuture<Optional<JobKey>> jobOf(long number) {
    JobKey given = jobs.get(number);
    if (given != null || number < 1) {
      return CompletableFuture.completedFuture(Optional.ofNullable(given));
    }
    return loop.here(engine.queueOfNumber(number))
        .thenApply(queue -> queue.map(name -> new JobKey(name, Long.toString(number))));
  }

  private CompletableFuture<Long> give(JobKey job) {
    return tubes
        .number(tubes.of(job.queue()))
        .thenApply(number -> {
          Long first = numbers.putIfAbsent(job, number);
          if (first != null) {
            return first;
          }
          jobs.put(number, job);
          forgetOldest();
          return number;
        });
  }

  private void forgetOldest() {
    if (jobs.size() > MAX_REMEMBERED) {
      Long oldest = jobs.keySet().iterator().next();
      numbers.remove(jobs.remove(oldest));
    }
  }

  /** The number that an id writes in decimal, as this package does; 0 for none. */
  private static long number(String id) {
    if (id.length() > 16 || id.isEmpty() || id.charAt(0) == '0') {
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
