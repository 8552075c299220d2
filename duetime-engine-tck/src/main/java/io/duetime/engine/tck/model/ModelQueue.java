package io.duetime.engine.tck.model;

import io.duetime.Counts;
import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.QueueSettings;
import io.duetime.engine.tck.model.ModelJob.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One queue of the model: its jobs, and how they end. */
final class ModelQueue {
  private static final Comparator<ModelJob> BY_MOMENT =
      Comparator.comparingLong(ModelJob::moment).thenComparing(ModelJob::id);

  final Map<String, ModelJob> jobs = new TreeMap<>();
  QueueSettings settings = QueueSettings.DEFAULT;
  long now;

  /** The job under an id, once its lost lease is settled; null for one that is not known. */
  @Nullable ModelJob touch(String id) {
    ModelJob job = jobs.get(id);
    if (job != null && job.isLapsed(now)) {
      lose(job);
    }
    ModelJob known = jobs.get(id);
    if (known != null && isForgotten(known)) {
      jobs.remove(id);
      return null;
    }
    return known;
  }

  void settleLosses() {
    List.copyOf(jobs.values()).stream().filter(job -> job.isLapsed(now)).forEach(this::lose);
  }

  private void lose(ModelJob job) {
    failUnconfirmed(job, "LEASE_LOST", job.leasedUntil, job.wish.backoff(job.attempt));
  }

  /** As {@link #fail}, for an attempt that may have had its effect. */
  String failUnconfirmed(ModelJob job, String how, long at, long delay) {
    job.mayHaveArrived |= !job.marked;
    return fail(job, how, at, delay);
  }

  /** Ends an attempt that did not succeed; answers as a settlement would. */
  String fail(ModelJob job, String how, long at, long delay) {
    if (job.successor != null) {
      job.failed(how, at);
      return takeOver(job, job.successor);
    }
    if (job.marked) {
      remember(job, Stage.CANCELLED, at);
      return "CANCELLED";
    }
    job.failed(how, at);
    if (how.equals("BURIED")) {
      die(job, "BURIED", at);
      return "DEAD";
    }
    if (job.attempt >= job.wish.retry().maxAttempts()) {
      die(job, "EXHAUSTED", at);
      return "DEAD";
    }
    job.anchorAt = at;
    job.interruptions = 0;
    job.waitFor(Math.max(at + delay, job.dueAt));
    return "RETRYING " + job.dueAt;
  }

  private void die(ModelJob job, String how, long at) {
    job.end(Stage.DEAD, how, at);
    dropExcessDead();
  }

  /** Drops those that died first where more are dead than the settings allow. */
  void dropExcessDead() {
    List<ModelJob> dead =
        jobs.values().stream().filter(job -> job.stage == Stage.DEAD).sorted(BY_MOMENT).toList();
    if (settings.maxDead() > 0 && dead.size() > settings.maxDead()) {
      dead.subList(0, dead.size() - (int) settings.maxDead()).forEach(job -> jobs.remove(job.id()));
    }
  }

  boolean isForgotten(ModelJob job) {
    return job.isForgotten(now, settings.deadRetention().toMillis());
  }

  /** Puts a successor in the place of its predecessor. */
  String takeOver(ModelJob from, ModelJob successor) {
    successor.history = from.history;
    List<ModelJob.Answer> answers = new ArrayList<>(from.answers);
    answers.addAll(successor.answers);
    successor.answers = answers;
    successor.forgetOldAnswers();
    jobs.put(successor.id(), successor);
    return "SUCCEEDED " + successor.dueAt;
  }

  /** Ends a job that is kept for as long as its retention says. */
  void remember(ModelJob job, Stage how, long at) {
    long retention = job.wish.retentionMillis();
    if (retention < 0) {
      retention = settings.retention().toMillis();
    }
    if (retention == 0) {
      jobs.remove(job.id());
    } else {
      job.end(how, how.name(), at);
      job.forgetAt = at + retention;
    }
  }

  void expire(ModelJob job) {
    if (job.wish.expiry() != null && job.wish.expiry().action() == Expiry.Action.BURY) {
      die(job, "EXPIRED", now);
    } else {
      jobs.remove(job.id());
    }
  }

  long running() {
    return jobs.values().stream().filter(job -> job.stage == Stage.LEASED).count();
  }

  /** All that is known, in the order of a list. */
  List<ModelJob> listed() {
    List<ModelJob> listed = new ArrayList<>();
    for (List<Stage> group :
        List.of(
            List.of(Stage.WAITING),
            List.of(Stage.LEASED),
            List.of(Stage.DEAD),
            List.of(Stage.DONE, Stage.CANCELLED))) {
      jobs.values().stream()
          .filter(job -> group.contains(job.stage) && !isForgotten(job))
          .sorted(BY_MOMENT)
          .forEach(listed::add);
    }
    return listed;
  }

  Counts.States counts() {
    Map<JobState, Long> counts = new EnumMap<>(JobState.class);
    listed().forEach(job -> counts.merge(job.state(now), 1L, Long::sum));
    return new Counts.States(
        counts.getOrDefault(JobState.DELAYED, 0L),
        counts.getOrDefault(JobState.READY, 0L),
        counts.getOrDefault(JobState.RUNNING, 0L),
        counts.getOrDefault(JobState.DEAD, 0L),
        counts.getOrDefault(JobState.DONE, 0L),
        counts.getOrDefault(JobState.CANCELLED, 0L),
        listed().stream().filter(job -> job.state(now).isWaiting() && job.attempt > 0).count());
  }
}
