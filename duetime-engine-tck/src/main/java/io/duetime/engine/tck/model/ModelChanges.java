package io.duetime.engine.tck.model;

import io.duetime.Expiry;
import io.duetime.OnConflict;
import io.duetime.OnConflict.Rule;
import io.duetime.engine.Reschedule;
import io.duetime.engine.tck.model.ModelJob.Answer;
import io.duetime.engine.tck.model.ModelJob.Stage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Scheduling, cancelling and moving in the model. */
final class ModelChanges {
  private final ModelQueue queue;

  ModelChanges(ModelQueue queue) {
    this.queue = queue;
  }

  String schedule(Wish wish) {
    long asked = wish.due().resolve(queue.now);
    ModelJob existing = queue.touch(wish.id());
    Answer known = existing == null ? null : existing.answerTo(wish.nonce());
    if (known != null) {
      return known.outcome() + " " + known.dueAt();
    }
    if (existing == null || existing.stage == Stage.DEAD || existing.stage == Stage.CANCELLED) {
      return create(wish, asked, existing);
    }
    return switch (existing.stage) {
      case WAITING -> {
        String kept = keeps(wish.rule(), existing.dueAt, asked);
        yield kept != null ? kept + " " + existing.dueAt : replace(wish, asked, existing);
      }
      case LEASED -> overRunning(wish, asked, existing);
      default -> {
        String kept = countsAsExisting(wish.rule(), "KEPT");
        yield kept != null ? kept + " " + existing.dueAt : create(wish, asked, existing);
      }
    };
  }

  private String create(Wish wish, long asked, @Nullable ModelJob ended) {
    ModelJob job = make(wish, asked, null, "CREATED");
    if (ended != null) {
      job.answers.addAll(0, ended.answers);
    }
    queue.jobs.put(wish.id(), job);
    return "CREATED " + job.dueAt;
  }

  private String replace(Wish wish, long asked, ModelJob existing) {
    ModelJob job = make(wish, asked, existing, "REPLACED");
    queue.jobs.put(wish.id(), job);
    return "REPLACED " + job.dueAt;
  }

  private String overRunning(Wish wish, long asked, ModelJob running) {
    ModelJob waiting = running.successor;
    String kept;
    if (waiting != null) {
      kept = keeps(wish.rule(), waiting.dueAt, asked);
    } else {
      kept = running.marked ? null : countsAsExisting(wish.rule(), "KEPT_RUNNING");
    }
    if (kept != null) {
      return kept + " " + (waiting != null ? waiting.dueAt : running.dueAt);
    }
    String outcome = waiting == null ? "SUCCESSOR" : "REPLACED";
    ModelJob successor = make(wish, asked, waiting, outcome);
    running.successor = successor;
    return outcome + " " + successor.dueAt;
  }

  private ModelJob make(Wish wish, long asked, @Nullable ModelJob before, String outcome) {
    ModelJob job = new ModelJob(wish);
    boolean debounce = wish.rule().rule() == Rule.DEBOUNCE;
    job.anchorAt = debounce && before != null ? before.anchorAt : queue.now;
    job.dueAt =
        debounce
            ? Math.min(
                asked, job.anchorAt + Objects.requireNonNull(wish.rule().maxWait()).toMillis())
            : asked;
    job.firstDueAt = job.dueAt;
    job.scheduledAt = queue.now;
    if (before != null) {
      job.answers.addAll(before.answers);
    }
    job.note(wish.nonce(), outcome);
    return job;
  }

  private static @Nullable String countsAsExisting(OnConflict rule, String kept) {
    return switch (rule.rule()) {
      case REJECT -> "REJECTED";
      case KEEP -> kept;
      case KEEP_UNFINISHED -> kept.equals("KEPT_RUNNING") ? kept : null;
      default -> null;
    };
  }

  private static @Nullable String keeps(OnConflict rule, long standing, long asked) {
    return switch (rule.rule()) {
      case REJECT -> "REJECTED";
      case KEEP, KEEP_UNFINISHED -> "KEPT";
      case EARLIEST -> asked < standing ? null : "KEPT";
      case LATEST -> asked > standing ? null : "KEPT";
      case REPLACE, DEBOUNCE -> null;
    };
  }

  String cancel(String id) {
    ModelJob job = queue.touch(id);
    if (job == null) {
      return "UNKNOWN";
    }
    switch (job.stage) {
      case WAITING -> {
        queue.remember(job, Stage.CANCELLED, queue.now);
        return "CANCELLED";
      }
      case LEASED -> {
        job.marked = true;
        job.successor = null;
        return "RUNNING";
      }
      default -> {
        return job.stage.name();
      }
    }
  }

  String move(Reschedule change) {
    ModelJob job = queue.touch(change.id());
    if (job == null) {
      return "UNKNOWN 0";
    }
    if (job.stage != Stage.WAITING) {
      return (job.stage == Stage.LEASED ? "RUNNING" : job.stage.name()) + " 0";
    }
    long dueAt = change.due().resolve(queue.now);
    if (!change.only().holds(job.dueAt, dueAt)) {
      return "NOT_MET " + job.dueAt;
    }
    moveTo(job, dueAt);
    return "RESCHEDULED " + dueAt;
  }

  String update(Wish wish) {
    ModelJob job = queue.touch(wish.id());
    if (job == null) {
      return "UNKNOWN";
    }
    if (job.stage != Stage.WAITING && job.stage != Stage.DEAD) {
      return job.stage == Stage.LEASED ? "RUNNING" : job.stage.name();
    }
    Expiry.After expiry = wish.expiry();
    if (expiry != null && job.firstDueAt + expiry.duration().toMillis() <= queue.now) {
      return "REFUSED";
    }
    job.wish = job.wish.updatedBy(wish);
    job.priority = wish.priority();
    job.redriven &= expiry == null;
    return "UPDATED";
  }

  void moveTo(ModelJob job, long dueAt) {
    job.waitFor(dueAt);
    job.firstDueAt = dueAt;
    job.attempt = 0;
    job.anchorAt = queue.now;
  }
}
