package io.duetime.internal.client;

import io.duetime.Codec;
import io.duetime.DeadJobs;
import io.duetime.DeathReason;
import io.duetime.InvalidRequestException;
import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.Redriven;
import io.duetime.StoredJob;
import io.duetime.WaitingJobs;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A selection of a queue's jobs; what may be done to it is for the interface it is seen by. */
final class SelectedJobs<T> implements WaitingJobs<T>, DeadJobs<T> {
  private static final int STREAM_PAGE = 500;

  private final QueueSide side;
  private final Codec<T> codec;
  private final Selection selection;
  private final Mode mode;

  SelectedJobs(QueueSide side, Codec<T> codec, Selection selection) {
    this(side, codec, selection, new Mode(false, false, null));
  }

  private SelectedJobs(QueueSide side, Codec<T> codec, Selection selection, Mode mode) {
    this.side = side;
    this.codec = codec;
    this.selection = selection;
    this.mode = mode;
  }

  /**
   * How changes are made.
   *
   * @param isAll whether every job is meant where there is no filter
   * @param isDry whether they only count
   * @param progress hears how many jobs were changed so far; null for no listener
   */
  private record Mode(boolean isAll, boolean isDry, @Nullable LongConsumer progress) {}

  @Override
  public SelectedJobs<T> all() {
    return with(new Mode(true, mode.isDry, mode.progress));
  }

  @Override
  public SelectedJobs<T> dryRun() {
    return with(new Mode(mode.isAll, true, mode.progress));
  }

  @Override
  public SelectedJobs<T> onProgress(LongConsumer listener) {
    return with(new Mode(mode.isAll, mode.isDry, Limits.given("listener", listener)));
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
  public JobPage<T> page(int limit) {
    return wait(() -> list(limit, null));
  }

  @Override
  public CompletableFuture<JobPage<T>> pageAsync(int limit) {
    return async(() -> list(limit, null));
  }

  @Override
  public JobPage<T> page(int limit, String cursor) {
    return wait(() -> list(limit, Limits.given("cursor", cursor)));
  }

  @Override
  public CompletableFuture<JobPage<T>> pageAsync(int limit, String cursor) {
    return async(() -> list(limit, Limits.given("cursor", cursor)));
  }

  @Override
  public Stream<StoredJob<T>> stream() {
    return Stream.iterate(page(STREAM_PAGE), Objects::nonNull, this::behind)
        .map(JobPage::jobs)
        .flatMap(Collection::stream);
  }

  @Override
  public long count() {
    return wait(this::counted);
  }

  @Override
  public CompletableFuture<Long> countAsync() {
    return async(this::counted);
  }

  @Override
  public long cancel() {
    return wait(() -> change(new BulkChange.Cancel()));
  }

  @Override
  public CompletableFuture<Long> cancelAsync() {
    return async(() -> change(new BulkChange.Cancel()));
  }

  @Override
  public long reschedule(Duration delay) {
    return wait(() -> moved(delay));
  }

  @Override
  public CompletableFuture<Long> rescheduleAsync(Duration delay) {
    return async(() -> moved(delay));
  }

  @Override
  public long reschedule(Instant dueAt) {
    return wait(() -> moved(dueAt));
  }

  @Override
  public CompletableFuture<Long> rescheduleAsync(Instant dueAt) {
    return async(() -> moved(dueAt));
  }

  @Override
  public Redriven redrive(Duration spread) {
    return wait(() -> redriven(spread));
  }

  @Override
  public CompletableFuture<Redriven> redriveAsync(Duration spread) {
    return async(() -> redriven(spread));
  }

  @Override
  public long purge() {
    return wait(() -> change(new BulkChange.Purge()));
  }

  @Override
  public CompletableFuture<Long> purgeAsync() {
    return async(() -> change(new BulkChange.Purge()));
  }

  private SelectedJobs<T> with(Selection changed) {
    return new SelectedJobs<>(side, codec, changed, mode);
  }

  private SelectedJobs<T> with(Mode changed) {
    return new SelectedJobs<>(side, codec, selection, changed);
  }

  private @Nullable JobPage<T> behind(JobPage<T> page) {
    String cursor = page.cursor();
    return cursor == null ? null : page(STREAM_PAGE, cursor);
  }

  private CompletableFuture<JobPage<T>> list(int limit, @Nullable String cursor) {
    return Stages.call(() -> side.context().engine().list(side.name(), selection, cursor, limit))
        .thenApply(
            page -> new JobPage<>(page.jobs().stream().map(this::stored).toList(), page.cursor()));
  }

  private StoredJob<T> stored(io.duetime.engine.JobView view) {
    return new StoredView<>(side.name(), view, codec);
  }

  private CompletableFuture<Long> counted() {
    boolean dead = selection.wants(io.duetime.JobState.DEAD);
    BulkChange any = dead ? new BulkChange.Purge() : new BulkChange.Cancel();
    return make(new BulkChange.Count(any)).thenApply(BulkSteps.Sum::changed);
  }

  private CompletableFuture<Long> moved(Duration delay) {
    return change(new BulkChange.Move(DueTime.after(Specs.delayMillis(delay))));
  }

  private CompletableFuture<Long> moved(Instant dueAt) {
    return change(new BulkChange.Move(DueTime.at(Specs.ceilMillis(Limits.dueAt(dueAt)))));
  }

  private CompletableFuture<Redriven> redriven(Duration spread) {
    long millis = Limits.upToHundredYears("spread", spread).toMillis();
    return changed(new BulkChange.Redrive(millis))
        .thenApply(sum -> new Redriven(sum.changed(), sum.refused()));
  }

  private CompletableFuture<Long> change(BulkChange change) {
    return changed(change).thenApply(BulkSteps.Sum::changed);
  }

  private CompletableFuture<BulkSteps.Sum> changed(BulkChange change) {
    if (mode.isDry) {
      return make(new BulkChange.Count(change));
    }
    requireFilter();
    return make(change);
  }

  // Everything has to be asked for by its own word, never by leaving the filter out.
  private void requireFilter() {
    if (!mode.isAll && !selection.isFilter()) {
      throw new InvalidRequestException(
          "filter", null, "between, tagged, withIds or diedOf; all() for every job");
    }
  }

  private CompletableFuture<BulkSteps.Sum> make(BulkChange change) {
    return BulkSteps.make(side, selection, change, mode.progress);
  }

  private <R> R wait(Supplier<CompletableFuture<R>> call) {
    return side.context().waits().get(call.get());
  }

  private <R> CompletableFuture<R> async(Supplier<CompletableFuture<R>> call) {
    return side.context().forCallers(Stages.call(call));
  }

  // Rounded up like due times, so that [from, to) holds the same jobs whatever the digits.
  private static long bound(String field, Instant moment) {
    if (Limits.given(field, moment).isBefore(Instant.EPOCH)) {
      return 0;
    }
    return moment.compareTo(Instant.ofEpochMilli(Long.MAX_VALUE - 1)) >= 0
        ? Long.MAX_VALUE
        : Specs.ceilMillis(moment);
  }
}
