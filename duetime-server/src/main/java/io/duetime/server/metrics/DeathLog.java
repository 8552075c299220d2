package io.duetime.server.metrics;

import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.TimeSource;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Settlement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each job that dies through this server, at most {@value #MOST} a second; those beyond are
 * counted in one line. Reasons and payloads may be confidential and are not logged. Thread safe.
 */
final class DeathLog {
  static final int MOST = 10;

  private static final Logger LOG = LoggerFactory.getLogger(DeathLog.class);
  private static final long SECOND = 1_000_000_000;

  private final TimeSource time;

  // Guarded by this.
  private long windowNanos;
  private int inWindow;
  private int skipped;

  DeathLog(TimeSource time) {
    this.time = time;
    this.windowNanos = time.nanoTime();
  }

  void settled(String queue, List<? extends Settlement> settlements, List<Settled> results) {
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).outcome() == SettleOutcome.DEAD) {
        died(queue, settlements.get(i).lease().id());
      }
    }
  }

  /** Logs what maintenance found; the jobs themselves are counted by their queues. */
  void maintained(Maintenance done) {
    if (done.leasesLost() > 0 || done.expired() > 0) {
      logStep(done);
    }
  }

  private synchronized void logStep(Maintenance done) {
    if (mayLog()) {
      LOG.info(
          "{} leases were lost, so their jobs are retried, or dead if they have no attempts left; {}"
              + " jobs have expired",
          done.leasesLost(),
          done.expired());
    }
  }

  private synchronized void died(String queue, String id) {
    if (mayLog()) {
      LOG.warn("Job {} of queue {} is dead; duetime dead list {} shows why", id, queue, queue);
    }
  }

  private boolean mayLog() {
    long now = time.nanoTime();
    if (now - windowNanos >= SECOND) {
      if (skipped > 0) {
        LOG.warn("{} more events of dead jobs and lost leases were not logged", skipped);
      }
      windowNanos = now;
      inWindow = 0;
      skipped = 0;
    }
    if (inWindow < MOST) {
      inWindow++;
      return true;
    }
    skipped++;
    return false;
  }
}
