package io.duetime.runtime.call;

import io.duetime.InvalidRequestException;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards events to several listeners on the calling thread. What a listener throws does not
 * affect the others; the first failure of each listener is logged.
 */
public final class Listeners implements JobListener {
  private static final Logger LOG = LoggerFactory.getLogger(JobListener.class);

  private final List<JobListener> all;

  /** The places in {@code all} of listeners that have failed. */
  private final Set<Integer> failed = ConcurrentHashMap.newKeySet();

  /** Creates the listeners, called in this order. */
  public Listeners(List<JobListener> all) {
    this.all = List.copyOf(all);
  }

  /** Whether no event needs to be told, so that nothing needs to be measured for it. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  @Override
  public boolean neverBlocks() {
    return true;
  }

  /** Returns a job's headers with those of the listeners that fit; the job's own win. */
  public Map<String, String> headers(String queue, String id, Map<String, String> own) {
    Map<String, String> added = scheduling(queue, id);
    if (added.isEmpty()) {
      return own;
    }
    Map<String, String> all = new LinkedHashMap<>(own);
    added.forEach((name, value) -> {
      if (all.size() < Limits.MAX_HEADERS && isHeader(name, value)) {
        all.putIfAbsent(name, value);
      }
    });
    return all;
  }

  private static boolean isHeader(@Nullable String name, @Nullable String value) {
    if (name == null || value == null) {
      return false;
    }
    try {
      Limits.headers(Map.of(name, value));
      return true;
    } catch (InvalidRequestException tooLong) {
      return false;
    }
  }

  @Override
  public Map<String, String> scheduling(String queue, String id) {
    Map<String, String> headers = new LinkedHashMap<>();
    each(one -> headers.putAll(one.scheduling(queue, id)));
    return headers;
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    each(one -> one.scheduled(queue, answer));
  }

  @Override
  public void scheduleFailed(String queue, String id, Throwable failure) {
    each(one -> one.scheduleFailed(queue, id, failure));
  }

  @Override
  public void claimed(String queue, int jobs) {
    each(one -> one.claimed(queue, jobs));
  }

  @Override
  public void claimFailed(String queue, Throwable failure) {
    each(one -> one.claimFailed(queue, failure));
  }

  @Override
  public void leased(String queue, Duration lateness) {
    each(one -> one.leased(queue, lateness));
  }

  @Override
  public void started(Job<?> job, Duration lateness) {
    each(one -> one.started(job, lateness));
  }

  @Override
  public void ended(Job<?> job) {
    each(one -> one.ended(job));
  }

  @Override
  public void failed(Job<?> job, Throwable failure) {
    each(one -> one.failed(job, failure));
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    each(one -> one.finished(job, outcome, took));
  }

  @Override
  public void leaseLost(Job<?> job) {
    each(one -> one.leaseLost(job));
  }

  @Override
  public void settled(String queue, SettleOutcome outcome) {
    each(one -> one.settled(queue, outcome));
  }

  @Override
  public void storeCalled(String operation, Duration took, @Nullable Throwable failure) {
    each(one -> one.storeCalled(operation, took, failure));
  }

  @Override
  public void dataLost(String queue) {
    each(one -> one.dataLost(queue));
  }

  @Override
  public void clockSkew(Duration skew) {
    each(one -> one.clockSkew(skew));
  }

  private void each(Consumer<JobListener> event) {
    for (int i = 0; i < all.size(); i++) {
      try {
        event.accept(all.get(i));
      } catch (Throwable failure) { // a listener in another language may throw a checked one
        noteFailure(i, failure);
      }
    }
  }

  private void noteFailure(int place, Throwable failure) {
    if (failed.add(place)) {
      LOG.warn(
          "Listener {} failed; no job is affected, and its further failures are not logged",
          all.get(place).getClass().getName(),
          failure);
    }
  }
}
