package io.duetime.engine.tck.model;

import io.duetime.JobState;
import io.duetime.Rescheduled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.model.ModelJob.Stage;
import java.util.List;

/** Steps that put jobs in and change those that are there. */
final class ChangeSteps {
  private ChangeSteps() {}

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
}
