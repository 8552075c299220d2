package io.duetime.internal.client.call;

import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards events to several listeners. What a listener throws is logged and does not affect the
 * others.
 */
public final class Listeners implements JobListener {
  private static final Logger LOG = LoggerFactory.getLogger(JobListener.class);

  private final List<JobListener> all;

  /** Creates the listeners, called in this order. */
  public Listeners(List<JobListener> all) {
    this.all = List.copyOf(all);
  }

  @Override
  public void scheduled(String queue, Scheduled answer) {
    each(one -> one.scheduled(queue, answer));
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
  public void started(Job<?> job, Duration lateness) {
    each(one -> one.started(job, lateness));
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

  private void each(Consumer<JobListener> event) {
    for (JobListener one : all) {
      try {
        event.accept(one);
      } catch (RuntimeException | Error failure) {
        LOG.warn("Listener {} failed; the job is not affected", one.getClass().getName(), failure);
      }
    }
  }
}
