package io.duetime.engine.tck.model;

import io.duetime.engine.JobView;
import io.duetime.engine.tck.fixture.MaintenanceLoop;
import io.duetime.engine.tck.model.ModelJob.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Steps of time, settings and the store as a whole. */
final class StoreSteps {
  private StoreSteps() {}

  /** Moves the clock on. */
  record Advance(long millis) implements Step {
    @Override
    public void on(Comparison comparison) {
      comparison.store.advance(Duration.ofMillis(millis));
      comparison.readClock();
    }
  }

  /** Moves the clock back. */
  record StepBack(long millis) implements Step {
    @Override
    public void on(Comparison comparison) {
      comparison.store.stepBack(Duration.ofMillis(millis));
      comparison.readClock();
    }
  }

  /** Moves the clock to the next moment at which a job is due or a lease ends, or close to it. */
  record AdvanceToNext(boolean leaseEnd, long offset) implements Step {
    @Override
    public void on(Comparison comparison) {
      long now = comparison.model.now;
      Stage stage = leaseEnd ? Stage.LEASED : Stage.WAITING;
      comparison.model.jobs.values().stream()
          .filter(job -> job.stage == stage)
          .mapToLong(job -> (leaseEnd ? job.leasedUntil : job.dueAt) + offset)
          .filter(moment -> moment > now)
          .min()
          .ifPresent(moment -> new Advance(moment - now).on(comparison));
    }
  }

  /** Changes the settings that decide what may be claimed and what is remembered. */
  record Configure(
      long pauseMillis, int maxRunning, long retentionMillis, long deadRetentionMillis, int maxDead)
      implements Step {
    @Override
    public void on(Comparison comparison) {
      long until = pauseMillis == 0 ? 0 : comparison.model.now + pauseMillis;
      comparison.model.settings =
          comparison.model.settings.toBuilder()
              .pausedUntilMillis(until)
              .maxRunning(maxRunning)
              .retention(Duration.ofMillis(retentionMillis))
              .deadRetention(Duration.ofMillis(deadRetentionMillis))
              .maxDead(maxDead)
              .build();
      comparison.engine.configure(before -> comparison.model.settings.toBuilder());
    }
  }

  /** Runs all maintenance that is due. */
  record Maintain() implements Step {
    @Override
    public void on(Comparison comparison) {
      MaintenanceLoop.untilDone(comparison.engine.engine());
      comparison.model.settleLosses();
      for (ModelJob job : List.copyOf(comparison.model.jobs.values())) {
        if (comparison.model.isForgotten(job)) {
          comparison.model.jobs.remove(job.id());
        } else if (mayHaveExpired(job, comparison)) {
          comparison.model.expire(job);
        }
      }
      comparison.model.dropExcessDead();
    }

    // Maintenance may judge expired jobs, and need not: what it did is taken over from what is
    // seen.
    private static boolean mayHaveExpired(ModelJob job, Comparison comparison) {
      long now = comparison.model.now;
      if (job.stage != Stage.WAITING || job.dueAt > now || !job.isExpired(now)) {
        return false;
      }
      Optional<JobView> seen = comparison.engine.find(job.id());
      return seen.isEmpty() || seen.get().end() != null;
    }
  }

  /** Closes and opens the store again. */
  record Reopen() implements Step {
    @Override
    public void on(Comparison comparison) {
      comparison.store.reopen();
    }
  }
}
