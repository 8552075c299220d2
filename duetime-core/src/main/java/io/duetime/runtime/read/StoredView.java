package io.duetime.runtime.read;

import io.duetime.Codec;
import io.duetime.JobState;
import io.duetime.StoredJob;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.runtime.call.InfoView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Shows an engine's view of a job as a {@link StoredJob}. */
public final class StoredView<T> extends InfoView<T> implements StoredJob<T> {
  private final String queue;
  private final JobView view;

  /** Shows a job of a queue. */
  public StoredView(String queue, JobView view, Codec<T> codec) {
    super(view.body(), codec);
    this.queue = queue;
    this.view = view;
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public String id() {
    return view.id();
  }

  @Override
  protected ClaimedJob.Times times() {
    return view.times();
  }

  @Override
  public long priority() {
    return view.traits().priority();
  }

  @Override
  public int attempt() {
    return view.traits().attempt();
  }

  @Override
  public boolean mayHaveArrived() {
    return view.traits().mayHaveArrived();
  }

  @Override
  public int maxAttempts() {
    return view.traits().maxAttempts();
  }

  @Override
  public long fence() {
    return view.traits().fence();
  }

  @Override
  public JobState state() {
    return view.state();
  }

  @Override
  public List<String> tags() {
    return view.traits().tags();
  }

  @Override
  public Optional<Holder> holder() {
    return Optional.ofNullable(view.lease())
        .map(lease ->
            new Holder(
                lease.consumer(),
                Instant.ofEpochMilli(lease.sinceMillis()),
                Instant.ofEpochMilli(lease.untilMillis()),
                lease.cancelRequested()));
  }

  @Override
  public Optional<Note> note() {
    return Optional.ofNullable(view.lease())
        .map(JobView.LeaseView::note)
        .map(note -> new Note(note.text(), Instant.ofEpochMilli(note.atMillis())));
  }

  @Override
  public Optional<End> end() {
    return Optional.ofNullable(view.end())
        .map(end -> new End(Instant.ofEpochMilli(end.atMillis()), end.reason(), end.message()));
  }

  @Override
  public List<FailedAttempt> history() {
    return view.history().stream().map(StoredView::failed).toList();
  }

  @Override
  public Optional<Instant> successorDueAt() {
    return Optional.ofNullable(view.successorDueAtMillis()).map(Instant::ofEpochMilli);
  }

  @Override
  public String toString() {
    return "job " + id() + " of queue " + queue + " (" + state() + ", due at " + dueAt() + ")";
  }

  private static FailedAttempt failed(AttemptRecord attempt) {
    return new FailedAttempt(
        attempt.attempt(),
        Instant.ofEpochMilli(attempt.startedAtMillis()),
        Instant.ofEpochMilli(attempt.endedAtMillis()),
        attempt.outcome().name(),
        attempt.error(),
        attempt.fingerprint());
  }
}
