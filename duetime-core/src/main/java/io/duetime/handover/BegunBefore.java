package io.duetime.handover;

import io.duetime.JobFailed;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.Lease;
import io.duetime.StoredJob;
import io.duetime.internal.client.call.ErrorText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that an earlier process began and did not end. Their next attempt may be due later than
 * other jobs of their key, so they are claimed by their ids, before all others.
 */
final class BegunBefore {
  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);
  private static final int AT_ONCE = 1_000;

  private final JobQueue<byte[]> queue;
  private final Duration lease;
  private final Lanes lanes;
  private final Map<Lease<byte[]>, CompletableFuture<?>> open = new ConcurrentHashMap<>();

  BegunBefore(JobQueue<byte[]> queue, Duration lease, Lanes lanes) {
    this.queue = queue;
    this.lease = lease;
    this.lanes = lanes;
  }

  /**
   * Claims them and adds them to their lanes, in the order of their first due times.
   *
   * @param goesOn is asked again and again; the search ends when it is false
   * @return whether all were claimed
   */
  boolean claim(BooleanSupplier goesOn) {
    List<StoredJob<byte[]>> begun = new ArrayList<>();
    Iterator<StoredJob<byte[]>> waiting = queue.waiting().stream().iterator();
    for (int seen = 0; waiting.hasNext(); seen++) {
      if (seen % AT_ONCE == 0 && !goesOn.getAsBoolean()) {
        return false;
      }
      StoredJob<byte[]> job = waiting.next();
      if (job.attempt() > 0) {
        begun.add(job);
      }
    }
    List<String> ids =
        begun.stream()
            .sorted(
                Comparator.<StoredJob<byte[]>, Instant>comparing(JobInfo::firstDueAt)
                    .thenComparing(JobInfo::id))
            .map(JobInfo::id)
            .toList();
    for (int i = 0; i < ids.size(); i += AT_ONCE) {
      extend();
      if (!goesOn.getAsBoolean()) {
        return false;
      }
      List<String> some = ids.subList(i, Math.min(i + AT_ONCE, ids.size()));
      claimAll(some).stream()
          .sorted(Comparator.<Lease<byte[]>>comparingInt(job -> some.indexOf(job.id())))
          .forEach(this::add);
    }
    if (!ids.isEmpty()) {
      LOG.info("{} jobs of {} that had begun go first", ids.size(), queue.name());
    }
    return true;
  }

  /** Repeats the claim until none is left, as each stops after a number of bytes. */
  private List<Lease<byte[]>> claimAll(List<String> some) {
    List<Lease<byte[]>> claimed = new ArrayList<>();
    Set<String> left = new LinkedHashSet<>(some);
    List<Lease<byte[]>> more;
    do {
      more = queue.claimById(left, lease);
      claimed.addAll(more);
      more.forEach(job -> left.remove(job.id()));
    } while (!more.isEmpty() && !left.isEmpty());
    return claimed;
  }

  private void add(Lease<byte[]> job) {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    open.put(job, settled);
    lanes.add(job).whenComplete((done, failure) -> settle(job, failure, settled));
  }

  private void settle(
      Lease<byte[]> job, @Nullable Throwable failure, CompletableFuture<Void> settled) {
    settlement(job, failure == null ? null : PublishAnswers.cause(failure))
        .whenComplete((done, unsettled) -> {
          open.remove(job);
          settled.complete(null);
          if (unsettled != null) {
            LOG.warn("The end of {} could not be stored; it runs again", job.id(), unsettled);
          }
        });
  }

  private static CompletionStage<?> settlement(Lease<byte[]> job, @Nullable Throwable failure) {
    if (failure == null) {
      return job.ackAsync();
    }
    // If it is given back, its attempt still counts, as an earlier one has begun.
    return failure instanceof JobFailed failed && !failed.isReleased()
        ? job.failAsync(failed)
        : job.retryAsync(ErrorText.of(failure));
  }

  /** Extends the leases of those that have not ended. */
  void extend() {
    if (!open.isEmpty()) {
      queue.extendAll(open.keySet(), lease);
    }
  }

  /** Waits until all have ended, up to a limit; the others run again when their leases end. */
  void awaitSettled(Duration limit) throws InterruptedException {
    try {
      CompletableFuture.allOf(open.values().toArray(CompletableFuture[]::new))
          .get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException unsettled) {
      LOG.warn("{} jobs of {} have no confirm; they run again", open.size(), queue.name());
    }
  }
}
