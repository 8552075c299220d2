package io.duetime.engine.tck.model;

import io.duetime.engine.JobView;
import io.duetime.engine.tck.fixture.Upkeeping;
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
    public void on(World world) {
      world.store.advance(Duration.ofMillis(millis));
      world.readClock();
    }
  }

  /** Moves the clock back. */
  record StepBack(long millis) implements Step {
    @Override
    public void on(World world) {
      world.store.stepBack(Duration.ofMillis(millis));
      world.readClock();
    }
  }

  /** Moves the clock to the next moment at which a job is due or a lease ends, or close to it. */
  record AdvanceToNext(boolean leaseEnd, long offset) implements Step {
    @Override
    public void on(World world) {
      long now = world.model.now;
      Stage stage = leaseEnd ? Stage.LEASED : Stage.WAITING;
      world.model.jobs.values().stream()
          .filter(job -> job.stage == stage)
          .mapToLong(job -> (leaseEnd ? job.leasedUntil : job.dueAt) + offset)
          .filter(moment -> moment > now)
          .min()
          .ifPresent(moment -> new Advance(moment - now).on(world));
    }
  }

  /** Changes the settings that decide what may be claimed and what is remembered. */
  record Configure(
      long pauseMillis, int maxRunning, long retentionMillis, long deadRetentionMillis, int maxDead)
      implements Step {
    @Override
    public void on(World world) {
      long until = pauseMillis == 0 ? 0 : world.model.now + pauseMillis;
      world.model.settings =
          world.model.settings.toBuilder()
              .pausedUntilMillis(until)
              .maxRunning(maxRunning)
              .retention(Duration.ofMillis(retentionMillis))
              .deadRetention(Duration.ofMillis(deadRetentionMillis))
              .maxDead(maxDead)
              .build();
      world.engine.configure(before -> world.model.settings.toBuilder());
    }
  }

  /** Lets upkeep do all it has to do. */
  record Maintain() implements Step {
    @Override
    public void on(World world) {
      Upkeeping.untilDone(world.engine.engine());
      world.model.settleLosses();
      for (ModelJob job : List.copyOf(world.model.jobs.values())) {
        if (world.model.isForgotten(job)) {
          world.model.jobs.remove(job.id());
        } else if (mayHaveExpired(job, world)) {
          world.model.expire(job);
        }
      }
      world.model.dropExcessDead();
    }

    // Upkeep may judge expired jobs, and need not: what it did is taken over from what is seen.
    private static boolean mayHaveExpired(ModelJob job, World world) {
      long now = world.model.now;
      if (job.stage != Stage.WAITING || job.dueAt > now || !job.isExpired(now)) {
        return false;
      }
      Optional<JobView> seen = world.engine.find(job.id());
      return seen.isEmpty() || seen.get().end() != null;
    }
  }

  /** Closes and opens the store again. */
  record Reopen() implements Step {
    @Override
    public void on(World world) {
      world.store.reopen();
    }
  }
}
