package io.duetime.engine.tck.model;

import io.duetime.JobChange;
import io.duetime.JobState;
import io.duetime.Rescheduled;
import io.duetime.Settled;
import io.duetime.Updated;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.model.ModelClaims.SettleKind;
import io.duetime.engine.tck.model.ModelJob.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation, done to the engine and to the model. Steps name what they act on relative to the
 * comparison they find, so that any part of a list of steps can be run by itself.
 */
interface Step {
  /** Does it to both and compares what they answer. */
  void on(Comparison comparison);

  /** Fails unless engine and model answered the same. */
  static void same(String what, Object engine, Object model) {
    if (!engine.equals(model)) {
      throw new AssertionError(
          what + " differs" + "\n  engine: " + engine + "\n  model:  " + model);
    }
  }

  /** Schedules a batch. */
  record Schedule(List<Wish> wishes) implements Step {
    @Override
    public void on(Comparison comparison) {
      List<String> answers =
          comparison.engine.schedule(wishes.stream().map(Wish::spec).toList()).stream()
              .map(result -> result.outcome() + " " + Answers.millis(result.dueAt()))
              .toList();
      Step.same("schedule", answers, wishes.stream().map(comparison.changes::schedule).toList());
    }
  }

  /** Cancels a batch. */
  record Cancel(List<String> ids) implements Step {
    @Override
    public void on(Comparison comparison) {
      List<String> answers = comparison.engine.cancel(ids).stream().map(Enum::name).toList();
      Step.same("cancel", answers, ids.stream().map(comparison.changes::cancel).toList());
    }
  }

  /** Moves one job. */
  record Move(String id, DueTime due, Reschedule.Condition only) implements Step {
    @Override
    public void on(Comparison comparison) {
      Reschedule change = new Reschedule(id, due, only);
      Rescheduled result = comparison.engine.reschedule(change);
      Step.same(
          "reschedule",
          result.outcome() + " " + Answers.millis(result.dueAt()),
          comparison.changes.move(change));
    }
  }

  /** Gives one job the payload, priority, tag, retry rule and expiry of a wish. */
  record Update(Wish wish) implements Step {
    @Override
    public void on(Comparison comparison) {
      Updated result =
          comparison.engine.update(
              wish.id(),
              change -> {
                JobChange<JobBody> values =
                    change
                        .payload(Jobs.text(wish.payload()))
                        .priority(wish.priority())
                        .tags(List.of(wish.tag()))
                        .retry(wish.retry());
                return wish.expiry() == null ? values : values.expiry(wish.expiry());
              });
      Step.same("update", result.outcome().name(), comparison.changes.update(wish));
    }
  }

  /** Cancels or moves what waits, redrives or purges what is dead, by tag. */
  record Bulk(Kind kind, String tag, long delay) implements Step {
    /** What to do. */
    enum Kind {
      CANCEL,
      MOVE,
      REDRIVE,
      PURGE
    }

    @Override
    public void on(Comparison comparison) {
      long dueAt = comparison.model.now + delay;
      BulkChange change =
          switch (kind) {
            case CANCEL -> new BulkChange.Cancel();
            case MOVE -> new BulkChange.Move(DueTime.at(dueAt));
            case REDRIVE -> new BulkChange.Redrive(0);
            case PURGE -> new BulkChange.Purge();
          };
      boolean dead = kind == Kind.REDRIVE || kind == Kind.PURGE;
      Selection all = dead ? Selection.ALL.in(JobState.DEAD) : Selection.WAITING;
      Selection selection = tag.isEmpty() ? all : all.tagged(tag);
      int changed = comparison.engine.change(selection, change);
      Step.same("changed", changed, onModel(comparison, dead ? Stage.DEAD : Stage.WAITING, dueAt));
    }

    private int onModel(Comparison comparison, Stage stage, long dueAt) {
      comparison.model.settleLosses();
      int changed = 0;
      for (ModelJob job : List.copyOf(comparison.model.jobs.values())) {
        boolean selected =
            job.stage == stage
                && !comparison.model.isForgotten(job)
                && (tag.isEmpty() || tag.equals(job.wish.tag()));
        if (selected && !(kind == Kind.MOVE && job.dueAt == dueAt)) {
          change(comparison, job, dueAt);
          changed++;
        }
      }
      return changed;
    }

    private void change(Comparison comparison, ModelJob job, long dueAt) {
      switch (kind) {
        case CANCEL -> comparison.model.remember(job, Stage.CANCELLED, comparison.model.now);
        case MOVE -> comparison.changes.moveTo(job, dueAt);
        case REDRIVE -> {
          job.redriven = true;
          comparison.changes.moveTo(job, comparison.model.now);
        }
        case PURGE -> comparison.model.jobs.remove(job.id());
      }
    }
  }

  /** Claims what is due, or ahead of that. */
  record Claim(int max, long leaseMillis, @Nullable Long aheadMillis) implements Step {
    @Override
    public void on(Comparison comparison) {
      ClaimRequest request = ClaimRequest.of(max, leaseMillis);
      long before = comparison.model.now + 1;
      if (aheadMillis != null) {
        before = comparison.model.now + aheadMillis;
        request = request.dueBefore(before);
      }
      ClaimResult result = comparison.engine.claim(request);
      compare(comparison, result, comparison.claims.claim(max, leaseMillis, before));
    }
  }

  /** Claims particular jobs. */
  record ClaimById(List<String> ids, int max, long leaseMillis) implements Step {
    @Override
    public void on(Comparison comparison) {
      ClaimRequest request = ClaimRequest.of(max, leaseMillis);
      ClaimResult result =
          Answers.of(comparison.engine.engine().claimById(comparison.engine.name(), ids, request));
      compare(comparison, result, comparison.claims.claimById(ids, max, leaseMillis));
    }
  }

  private static void compare(Comparison comparison, ClaimResult result, List<ModelJob> taken) {
    Step.same(
        "claim",
        result.jobs().stream().map(Step::shown).toList(),
        taken.stream().map(Step::shown).toList());
    Step.same("now", result.nowMillis(), comparison.model.now);
    Step.same(
        "when to come back",
        Math.max(result.comeBackAtMillis(), comparison.model.now),
        comparison.claims.comeBackAt());
    comparison.hold(result.jobs().stream().map(ClaimedJob::lease).toList(), taken);
  }

  private static String shown(ClaimedJob job) {
    return List.of(
            job.lease().id(),
            Jobs.text(job.body()),
            job.priority(),
            job.times().dueAt(),
            job.times().firstDueAt(),
            job.times().scheduledAt(),
            job.run().attempt(),
            job.run().maxAttempts(),
            job.run().leaseUntilMillis(),
            job.run().mayHaveArrived())
        .toString();
  }

  private static String shown(ModelJob job) {
    return List.of(
            job.id(),
            job.wish.payload(),
            job.priority,
            job.dueAt,
            job.firstDueAt,
            job.scheduledAt,
            job.attempt,
            job.wish.retry().maxAttempts(),
            job.leasedUntil,
            job.mayHaveArrived)
        .toString();
  }

  /**
   * Settles one of the leases given out so far, late ones and those settled before included.
   *
   * @param back which one, counted from the latest
   */
  record Settle(int back, SettleKind kind, @Nullable Long delay) implements Step {
    @Override
    public void on(Comparison comparison) {
      if (back >= comparison.held.size()) {
        return;
      }
      Comparison.Held held = comparison.held.get(comparison.held.size() - 1 - back);
      LeaseToken token = held.token();
      Settled result = comparison.engine.settle(new Settlement(token, kind.request(delay)));
      Step.same(
          "settle", shown(result), comparison.claims.settle(token.id(), held.claim(), kind, delay));
    }

    private static String shown(Settled result) {
      return result.outcome()
          + (result.until() == null ? "" : " " + Answers.millis(result.until()))
          + (result.cancelRequested() ? " cancel requested" : "");
    }
  }

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
      Answers.maintained(comparison.engine.engine());
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
