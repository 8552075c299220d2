package io.duetime.server.beanstalkd;

import io.duetime.TimeSource;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.server.access.Role;
import io.duetime.server.beanstalkd.Session.ClientLogin;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Translates between jobs and the numbers by which the protocol knows them. A job that was put by
 * this protocol has its number as id. Another job gets a number from its tube's block when it is
 * first shown here, and this server remembers it.
 */
final class JobNumbers {
  private static final int MAX_DIGITS = 16;

  private final Store store;
  private final Tubes tubes;
  private final Given given;

  JobNumbers(Store store, Tubes tubes) {
    this.store = store;
    this.tubes = tubes;
    this.given = new Given(store.time());
  }

  /**
   * A job, as distinct from earlier and later ones with its id.
   *
   * @param queue the name of its queue
   * @param id its id
   * @param scheduledAt when the store accepted it
   */
  record JobKey(String queue, String id, long scheduledAt) {}

  /**
   * The job that has a number.
   *
   * @param queue the name of its queue
   * @param view what the store has of it
   */
  record Found(String queue, JobView view) {}

  /** Finds the number of a job, and gives it one if it has none. */
  CompletableFuture<Long> numberOf(JobKey job, JobBody body) {
    long number = Ttr.of(body).isEmpty() ? 0 : number(job.id());
    if (number == 0) {
      return give(job);
    }
    if (tubes.of(job.queue()).owns(number)) {
      return CompletableFuture.completedFuture(number);
    }
    // A job may have come from another store, where its number was reserved.
    return store
        .here(store.engine().queueOfNumber(number))
        .thenCompose(queue ->
            queue.filter(job.queue()::equals).isPresent()
                ? CompletableFuture.completedFuture(number)
                : give(job));
  }

  private CompletableFuture<Long> give(JobKey job) {
    Long known = given.show(job);
    return known == null
        ? tubes.number(tubes.of(job.queue())).thenApply(number -> given.give(job, number))
        : CompletableFuture.completedFuture(known);
  }

  /** Finds the job that has a number, if a client has a role on its tube. */
  CompletableFuture<Optional<Found>> jobOf(ClientLogin login, Role role, long number) {
    CompletableFuture<Optional<String>> queue =
        number < 1
            ? CompletableFuture.completedFuture(Optional.empty())
            : store.here(store.engine().queueOfNumber(number));
    return queue
        .thenCompose(known ->
            known
                .map(name -> jobOf(name, number))
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())))
        .thenApply(found -> found.filter(job -> login.caller().may(role, job.queue())));
  }

  private CompletableFuture<Optional<Found>> jobOf(String queue, long number) {
    return store
        .here(store.engine().find(queue, Long.toString(number)))
        .thenApply(view -> view.filter(job -> Ttr.of(job.body()).isPresent()))
        .thenCompose(put ->
            put.isPresent()
                ? CompletableFuture.completedFuture(put.map(job -> new Found(queue, job)))
                : givenTo(number));
  }

  private CompletableFuture<Optional<Found>> givenTo(long number) {
    JobKey job = given.show(number);
    return job == null
        ? CompletableFuture.completedFuture(Optional.empty())
        : store
            .here(store.engine().find(job.queue(), job.id()))
            .thenApply(view ->
                view.filter(one -> one.times().scheduledAt() == job.scheduledAt())
                    .map(one -> new Found(job.queue(), one)));
  }

  /** Remembers longer that a job has a number, because it is reserved. */
  void reserved(long number) {
    given.show(number);
  }

  /** Forgets the number of a job that was deleted. */
  void deleted(long number) {
    given.forget(number);
  }

  /** The number that an id writes in decimal, as this package does; 0 for none. */
  private static long number(String id) {
    boolean isOurs = id.length() <= MAX_DIGITS && isNumber(id) && id.charAt(0) != '0';
    return isOurs ? Long.parseLong(id) : 0;
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /**
   * The numbers that were given to jobs, for an hour after each job was last shown. The job that
   * was shown least recently loses its number if there are too many. Thread safe.
   */
  static final class Given {
    static final int MOST = 100_000;
    private static final Duration RETENTION = Duration.ofHours(1);

    private final TimeSource time;

    // Least recently shown first.
    private final Map<Long, Shown> byNumber = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<JobKey, Long> byJob = new HashMap<>();

    Given(TimeSource time) {
      this.time = time;
    }

    private record Shown(JobKey job, long atNanos) {}

    /** Returns the number of a job that is shown now; null if it has none. */
    synchronized @Nullable Long show(JobKey job) {
      forgetOld();
      Long number = byJob.get(job);
      return number == null ? null : give(job, number);
    }

    /** Returns the job of a number that is shown now; null if there is none. */
    synchronized @Nullable JobKey show(long number) {
      forgetOld();
      Shown known = byNumber.get(number);
      if (known == null) {
        return null;
      }
      give(known.job(), number);
      return known.job();
    }

    /** Gives a number to a job that is shown now, unless it has one; returns its number. */
    synchronized long give(JobKey job, long proposal) {
      Long before = byJob.putIfAbsent(job, proposal);
      long number = before == null ? proposal : before;
      byNumber.put(number, new Shown(job, time.nanoTime()));
      forgetOld();
      return number;
    }

    synchronized void forget(long number) {
      Shown known = byNumber.remove(number);
      if (known != null) {
        byJob.remove(known.job());
      }
    }

    private void forgetOld() {
      long now = time.nanoTime();
      Iterator<Shown> eldest = byNumber.values().iterator();
      while (eldest.hasNext()) {
        Shown shown = eldest.next();
        if (byNumber.size() <= MOST && now - shown.atNanos() <= RETENTION.toNanos()) {
          return;
        }
        eldest.remove();
        byJob.remove(shown.job());
      }
    }
  }

  /** The time to run of a job, which a header of the job stores in seconds. */
  public static final class Ttr {
    public static final String HEADER = "Beanstalkd-Ttr";

    private static final long MAX_SECONDS = (1L << 32) - 1;
    private static final int DIGITS = 10;

    private Ttr() {}

    /** Reads the time to run; empty for a job that has none in the range of the protocol. */
    public static Optional<Duration> of(JobBody body) {
      String text = body.headers().get(HEADER);
      if (text == null || text.length() > DIGITS || !isNumber(text)) {
        return Optional.empty();
      }
      long seconds = Long.parseLong(text);
      return seconds > MAX_SECONDS
          ? Optional.empty()
          : Optional.of(Duration.ofSeconds(Math.max(1, seconds)));
    }
  }
}
