package io.duetime.engine.tck.model;

import io.duetime.Counts;
import io.duetime.JobState;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Jobs;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Everything that can be seen, of the engine and of the model, in the same words. */
final class ComparedView {
  private ComparedView() {}

  /** Fails unless engine and model show the same jobs in the same order and count them alike. */
  static void compare(Comparison comparison) {
    List<String> engine =
        comparison.engine.list(Selection.ALL).stream().map(ComparedView::shown).toList();
    List<String> model =
        comparison.model.listed().stream().map(job -> shown(job, comparison.model.now)).toList();
    Step.same("list", String.join("\n    ", engine), String.join("\n    ", model));
    Step.same("counts", comparison.engine.counts(), counted(comparison.model));
  }

  private static String shown(JobView job) {
    List<Object> shown = new ArrayList<>();
    shown.add(job.id());
    shown.add(job.state());
    shown.add(Jobs.text(job.body()));
    shown.add(job.traits().tags());
    shown.add("priority " + job.traits().priority());
    shown.add("due " + job.times().dueAt());
    shown.add("first " + job.times().firstDueAt());
    shown.add("scheduled " + job.times().scheduledAt());
    shown.add("attempt " + job.traits().attempt() + "/" + job.traits().maxAttempts());
    shown.add("may have arrived " + job.traits().mayHaveArrived());
    JobView.LeaseView lease = job.lease();
    if (lease != null) {
      shown.add("leased " + lease.sinceMillis() + "-" + lease.untilMillis());
      shown.add("marked " + lease.cancelRequested());
    }
    JobView.End end = job.end();
    if (end != null) {
      shown.add(end.reason() + " at " + end.atMillis());
    }
    shown.add(
        job.history().stream()
            .map(a ->
                a.attempt()
                    + " "
                    + a.outcome()
                    + " "
                    + a.startedAtMillis()
                    + "-"
                    + a.endedAtMillis())
            .toList());
    shown.add("successor " + job.successorDueAtMillis());
    return shown.toString();
  }

  private static String shown(ModelJob job, long now) {
    List<Object> shown = new ArrayList<>();
    shown.add(job.id());
    shown.add(job.state(now));
    shown.add(job.wish.payload());
    shown.add(List.of(job.wish.tag()));
    shown.add("priority " + job.priority);
    shown.add("due " + job.dueAt);
    shown.add("first " + job.firstDueAt);
    shown.add("scheduled " + job.scheduledAt);
    shown.add("attempt " + job.attempt + "/" + job.wish.retry().maxAttempts());
    shown.add("may have arrived " + job.mayHaveArrived);
    if (job.state(now) == JobState.RUNNING) {
      shown.add("leased " + job.leasedSince + "-" + job.leasedUntil);
      shown.add("marked " + job.marked);
    }
    if (!job.endReason.isEmpty()) {
      shown.add(job.endReason + " at " + job.endAt);
    }
    shown.add(List.copyOf(job.history));
    shown.add("successor " + (job.successor == null ? null : job.successor.dueAt));
    return shown.toString();
  }

  private static Counts.States counted(ModelQueue model) {
    Map<JobState, Long> counts = new EnumMap<>(JobState.class);
    model.listed().forEach(job -> counts.merge(job.state(model.now), 1L, Long::sum));
    return new Counts.States(
        counts.getOrDefault(JobState.DELAYED, 0L),
        counts.getOrDefault(JobState.READY, 0L),
        counts.getOrDefault(JobState.RUNNING, 0L),
        counts.getOrDefault(JobState.DEAD, 0L),
        counts.getOrDefault(JobState.DONE, 0L),
        counts.getOrDefault(JobState.CANCELLED, 0L));
  }
}
