package io.duetime.runtime.read;

import io.duetime.Codec;
import io.duetime.DeadJobs;
import io.duetime.DeadJobs.Redriven;
import io.duetime.DeathReason;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.StoredJob;
import io.duetime.WaitingJobs;
import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobView;
import io.duetime.engine.LastFailure;
import io.duetime.engine.Selection;
import io.duetime.id.Ulids;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.call.WholeMillis;
import io.duetime.runtime.produce.Specs;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists, counts and changes a selection of a queue's jobs. The interfaces decide which changes a
 * selection offers.
 */
public final class SelectedJobs<T> implements WaitingJobs<T>, DeadJobs<T> {
  private static final Logger LOG = LoggerFactory.getLogger(SelectedJobs.class);
  private static final int STREAM_PAGE = 500;

  private final QueueContext queue;
  private final Codec<T> codec;
  private final Selection selection;
  private final Mode mode;

  /**
   * How changes are made.
   *
   * @param isAll whether a change without a filter is allowed
   * @param isDry whether changes only count
   * @param progress receives the number of jobs changed so far; null for no listener
   */
  private record Mode(boolean isAll, boolean isDry, @Nullable LongConsumer progress) {}

  /** Creates a selection whose changes are real and need a filter. */
  public SelectedJobs(QueueContext queue, Codec<T> codec, Selection selection) {
    this(queue, codec, selection, new Mode(false, false, null));
  }

  private SelectedJobs(QueueContext queue, Codec<T> codec, Selection selection, Mode mode) {
    this.queue = queue;
    this.codec = codec;
    this.selection = selection;
    this.mode = mode;
  }

  @Override
  public SelectedJobs<T> all() {
    return with(new Mode(true, mode.isDry(), mode.progress()));
  }

  @Override
  public SelectedJobs<T> retrying() {
    return with(selection.onlyRetrying());
  }

  @Override
  public SelectedJobs<T> dryRun() {
    return with(new Mode(mode.isAll(), true, mode.progress()));
  }

  @Override
  public SelectedJobs<T> onProgress(LongConsumer listener) {
    return with(new Mode(mode.isAll(), mode.isDry(), Limits.given("listener", listener)));
  }

  @Override
  public SelectedJobs<T> between(Instant from, Instant to) {
    return with(selection.between(bound("from", from), bound("to", to)));
  }

  @Override
  public SelectedJobs<T> tagged(String tag) {
    return with(selection.tagged(tag));
  }

  @Override
  public SelectedJobs<T> withIds(Collection<String> ids) {
    return with(selection.among(ids));
  }

  @Override
  public SelectedJobs<T> diedOf(DeathReason reason) {
    return with(selection.diedOf(Limits.given("reason", reason).name()));
  }

  @Override
  public SelectedJobs<T> failedWith(String fingerprint) {
    LastFailure before = selection.failure();
    Limits.given("fingerprint", fingerprint);
    return with(
        selection.failed(new LastFailure(before.reason(), fingerprint, before.errorLike())));
  }

  @Override
  public SelectedJobs<T> errorContains(String text) {
    LastFailure before = selection.failure();
    Limits.given("text", text);
    return with(selection.failed(new LastFailure(before.reason(), before.fingerprint(), text)));
  }

  @Override
  public JobPage<StoredJob<T>> page(int limit) {
    return list(limit, null);
  }

  @Override
  public JobPage<StoredJob<T>> page(int limit, String cursor) {
    return list(limit, Limits.given("cursor", cursor));
  }

  private JobPage<StoredJob<T>> list(int limit, @Nullable String cursor) {
    JobPage<JobView> page =
        queue.await(() -> queue.engine().list(queue.name(), selection, cursor, limit));
    return new JobPage<>(
        page.jobs().stream()
            .<StoredJob<T>>map(view -> new StoredView<>(queue.name(), view, codec))
            .toList(),
        page.cursor());
  }

  @Override
  public Stream<StoredJob<T>> stream() {
    return Stream.iterate(page(STREAM_PAGE), Objects::nonNull, this::behind)
        .map(JobPage::jobs)
        .flatMap(Collection::stream);
  }

  @Override
  public long count() {
    boolean dead = selection.wants(JobState.DEAD);
    BulkChange any = dead ? new BulkChange.Purge() : new BulkChange.Cancel();
    return make(new BulkChange.Count(any)).changed();
  }

  @Override
  public long cancel() {
    return change(new BulkChange.Cancel()).changed();
  }

  @Override
  public long reschedule(Duration delay) {
    return change(new BulkChange.Move(DueTime.after(Limits.delayMillis(delay)))).changed();
  }

  @Override
  public long reschedule(Instant dueAt) {
    long millis = WholeMillis.ceil(Limits.dueAt(dueAt));
    return change(new BulkChange.Move(DueTime.at(millis))).changed();
  }

  @Override
  public long update(UnaryOperator<JobChange<T>> change) {
    return change(new BulkChange.Update(Specs.change(change, codec))).changed();
  }

  @Override
  public Shifted shift(Duration by, Duration spread) {
    long byMillis = Limits.shiftMillis(by);
    long spreadMillis = Limits.upToHundredYears("spread", spread).toMillis();
    ClientContext context = queue.context();
    String id = new Ulids(context.time(), context.random()).next();
    long now = queue.await(queue.engine()::nowMillis);
    BulkChange shift = new BulkChange.Shift(id, byMillis, spreadMillis, now);
    if (!mode.isDry) {
      requireFilter();
      // The process may end before it has answered.
      LOG.info("Shift {} of queue {} by {} begins", id, queue.name(), by);
    }
    try {
      return shifted(id, change(shift));
    } catch (RetryableException | OutcomeUnknownException | StoreFailureException failed) {
      throw new OutcomeUnknownException(
          "the shift of queue "
              + queue.name()
              + " was made in part; undoShift(\""
              + id
              + "\") takes it back: "
              + failed.getMessage(),
          failed);
    }
  }

  @Override
  public Shifted undoShift(String shiftId) {
    BulkChange undo = new BulkChange.UndoShift(Limits.text("shiftId", shiftId));
    return shifted(shiftId, make(mode.isDry ? new BulkChange.Count(undo) : undo));
  }

  private static Shifted shifted(String id, BulkSteps.Sum sum) {
    Times times = Objects.requireNonNullElse(sum.times(), Times.NONE);
    return new Shifted(
        id,
        sum.changed(),
        sum.refused(),
        span(times.before()),
        span(times.after()),
        times.atOnce());
  }

  private static Shifted.@Nullable Span span(Times.@Nullable Span of) {
    return of == null
        ? null
        : new Shifted.Span(
            Instant.ofEpochMilli(of.fromMillis()), Instant.ofEpochMilli(of.toMillis()));
  }

  @Override
  public Redriven redrive(Duration spread) {
    long millis = Limits.upToHundredYears("spread", spread).toMillis();
    BulkSteps.Sum sum = change(new BulkChange.Redrive(millis));
    return new Redriven(sum.changed(), sum.refused());
  }

  @Override
  public long purge() {
    return change(new BulkChange.Purge()).changed();
  }

  private BulkSteps.Sum change(BulkChange change) {
    if (mode.isDry) {
      return make(new BulkChange.Count(change));
    }
    requireFilter();
    return make(change);
  }

  private void requireFilter() {
    // A missing filter must not change every job by accident.
    if (!mode.isAll && !selection.isFilter()) {
      throw new InvalidRequestException(
          "filter",
          null,
          "between, tagged, withIds, diedOf, failedWith or errorContains; all() for every job");
    }
  }

  private BulkSteps.Sum make(BulkChange change) {
    return queue.await(() -> BulkSteps.make(queue, selection, change, mode.progress));
  }

  private SelectedJobs<T> with(Selection changed) {
    return new SelectedJobs<>(queue, codec, changed, mode);
  }

  private SelectedJobs<T> with(Mode changed) {
    return new SelectedJobs<>(queue, codec, selection, changed);
  }

  private @Nullable JobPage<StoredJob<T>> behind(JobPage<StoredJob<T>> page) {
    String cursor = page.cursor();
    return cursor == null ? null : page(STREAM_PAGE, cursor);
  }

  // Rounded up like due times, so that [from, to) selects the same jobs for finer moments.
  private static long bound(String field, Instant moment) {
    if (Limits.given(field, moment).isBefore(Instant.EPOCH)) {
      return 0;
    }
    return moment.compareTo(Instant.ofEpochMilli(Long.MAX_VALUE - 1)) >= 0
        ? Long.MAX_VALUE
        : WholeMillis.ceil(moment);
  }
}
