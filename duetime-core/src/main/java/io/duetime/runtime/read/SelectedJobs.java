package io.duetime.runtime.read;

import io.duetime.Codec;
import io.duetime.DeadJobs;
import io.duetime.DeathReason;
import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.Redriven;
import io.duetime.StoredJob;
import io.duetime.WaitingJobs;
import io.duetime.engine.Selection;
import io.duetime.runtime.call.QueueContext;
import io.duetime.runtime.call.WholeMillis;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists, counts and changes a selection of a queue's jobs. The interfaces decide which changes a
 * selection offers.
 */
public final class SelectedJobs<T> implements WaitingJobs<T>, DeadJobs<T> {
  private static final int STREAM_PAGE = 500;

  private final QueueContext queue;
  private final Codec<T> codec;
  private final Selection selection;
  private final BulkRequest.Mode mode;

  /** Creates a selection whose changes are real and need a filter. */
  public SelectedJobs(QueueContext queue, Codec<T> codec, Selection selection) {
    this(queue, codec, selection, new BulkRequest.Mode(false, false, null));
  }

  private SelectedJobs(
      QueueContext queue, Codec<T> codec, Selection selection, BulkRequest.Mode mode) {
    this.queue = queue;
    this.codec = codec;
    this.selection = selection;
    this.mode = mode;
  }

  @Override
  public SelectedJobs<T> all() {
    return with(new BulkRequest.Mode(true, mode.isDry(), mode.progress()));
  }

  @Override
  public SelectedJobs<T> dryRun() {
    return with(new BulkRequest.Mode(mode.isAll(), true, mode.progress()));
  }

  @Override
  public SelectedJobs<T> onProgress(LongConsumer listener) {
    return with(
        new BulkRequest.Mode(mode.isAll(), mode.isDry(), Limits.given("listener", listener)));
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
  public JobPage<StoredJob<T>> page(int limit) {
    return wait(list(limit, null));
  }

  @Override
  public JobPage<StoredJob<T>> page(int limit, String cursor) {
    return wait(list(limit, Limits.given("cursor", cursor)));
  }

  @Override
  public Stream<StoredJob<T>> stream() {
    return Stream.iterate(page(STREAM_PAGE), Objects::nonNull, this::behind)
        .map(JobPage::jobs)
        .flatMap(Collection::stream);
  }

  @Override
  public long count() {
    return wait(request().count());
  }

  @Override
  public long cancel() {
    return wait(request().cancel());
  }

  @Override
  public long reschedule(Duration delay) {
    return wait(request().move(delay));
  }

  @Override
  public long reschedule(Instant dueAt) {
    return wait(request().move(dueAt));
  }

  @Override
  public Redriven redrive(Duration spread) {
    return wait(request().redrive(spread));
  }

  @Override
  public long purge() {
    return wait(request().purge());
  }

  private SelectedJobs<T> with(Selection changed) {
    return new SelectedJobs<>(queue, codec, changed, mode);
  }

  private SelectedJobs<T> with(BulkRequest.Mode changed) {
    return new SelectedJobs<>(queue, codec, selection, changed);
  }

  private @Nullable JobPage<StoredJob<T>> behind(JobPage<StoredJob<T>> page) {
    String cursor = page.cursor();
    return cursor == null ? null : page(STREAM_PAGE, cursor);
  }

  private CompletableFuture<JobPage<StoredJob<T>>> list(int limit, @Nullable String cursor) {
    return new JobReader<>(queue, codec).page(selection, limit, cursor);
  }

  private BulkRequest request() {
    return new BulkRequest(queue, selection, mode);
  }

  private <R> R wait(CompletableFuture<R> answer) {
    return queue.context().waits().get(answer);
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
