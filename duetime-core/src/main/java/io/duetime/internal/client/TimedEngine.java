package io.duetime.internal.client;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.OutcomeUnknownException;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.JobPage;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.Selection;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Timeline;
import io.duetime.engine.Watcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine whose calls end: what it has not answered in time fails, as unavailable where nothing
 * was to be changed, else with an unknown outcome. Thread safe.
 */
final class TimedEngine implements Engine {
  private static final Logger LOG = LoggerFactory.getLogger(TimedEngine.class);

  private final Engine inner;
  private final OpenCalls calls;

  /** Waits {@code limit} for each answer. */
  TimedEngine(Engine inner, TimeSource time, Duration limit) {
    this.inner = inner;
    this.calls = new OpenCalls(time, limit);
  }

  @Override
  public CompletionStage<List<ScheduleResult>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return write("schedule", () -> inner.schedule(queue, jobs, durability));
  }

  @Override
  public CompletionStage<List<CancelResult>> cancel(
      String queue, List<String> ids, Durability durability) {
    return write("cancel", () -> inner.cancel(queue, ids, durability));
  }

  @Override
  public CompletionStage<List<RescheduleResult>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return write("reschedule", () -> inner.reschedule(queue, changes, durability));
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    return write("change", () -> inner.change(queue, selection, change, cursor, limit));
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return claimed("claim", queue, () -> inner.claim(queue, request));
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return claimed("claim by id", queue, () -> inner.claimById(queue, ids, request));
  }

  @Override
  public CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    return write("settle", () -> inner.settle(queue, settlements, durability));
  }

  @Override
  public CompletionStage<List<ShardId>> shards(String queue) {
    return read("shards", () -> inner.shards(queue));
  }

  @Override
  public CompletionStage<Optional<JobView>> find(String queue, String id) {
    return read("find", () -> inner.find(queue, id));
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return read("explain", () -> inner.explain(queue, id));
  }

  @Override
  public CompletionStage<JobPage> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return read("list", () -> inner.list(queue, selection, cursor, limit));
  }

  @Override
  public CompletionStage<QueueCounts> counts(String queue) {
    return read("counts", () -> inner.counts(queue));
  }

  @Override
  public CompletionStage<Timeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets) {
    return read("timeline", () -> inner.timeline(queue, fromMillis, toMillis, buckets));
  }

  @Override
  public CompletionStage<List<ConsumerPresence>> consumers(String queue) {
    return read("consumers", () -> inner.consumers(queue));
  }

  @Override
  public CompletionStage<List<String>> queues() {
    return read("queues", () -> inner.queues());
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return read("settings", () -> inner.settings(queue));
  }

  @Override
  public CompletionStage<Void> configure(String queue, QueueSettings settings) {
    return write("configure", () -> inner.configure(queue, settings));
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return write("delete queue", () -> inner.deleteQueue(queue));
  }

  @Override
  public CompletionStage<RecurringJob.View> putRecurring(String queue, RecurringJob job) {
    return write("put recurring", () -> inner.putRecurring(queue, job));
  }

  @Override
  public CompletionStage<List<RecurringJob.View>> recurring(String queue) {
    return read("recurring", () -> inner.recurring(queue));
  }

  @Override
  public CompletionStage<Boolean> removeRecurring(String queue, String name) {
    return write("remove recurring", () -> inner.removeRecurring(queue, name));
  }

  @Override
  public CompletionStage<Long> reserveNumbers(String queue, int size) {
    return write("reserve numbers", () -> inner.reserveNumbers(queue, size));
  }

  @Override
  public CompletionStage<Optional<String>> queueOfNumber(long number) {
    return read("queue of number", () -> inner.queueOfNumber(number));
  }

  @Override
  public CompletionStage<OptionalLong> lastNumber() {
    return read("last number", () -> inner.lastNumber());
  }

  @Override
  public CompletionStage<Long> nowMillis() {
    return read("now", () -> inner.nowMillis());
  }

  @Override
  public CompletionStage<Maintenance> maintain() {
    return read("upkeep", () -> inner.maintain());
  }

  @Override
  public CompletionStage<List<Finding>> selfCheck() {
    return read("self check", () -> inner.selfCheck());
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return inner.watch(queue, watcher);
  }

  @Override
  public Capabilities capabilities() {
    return inner.capabilities();
  }

  @Override
  public void close() {
    inner.close();
  }

  private <T> CompletionStage<T> read(String what, Supplier<CompletionStage<T>> call) {
    return calls.within(call.get(), () -> unanswered(what));
  }

  private <T> CompletionStage<T> write(String what, Supplier<CompletionStage<T>> call) {
    return calls.within(call.get(), () -> unknown(what));
  }

  // Jobs that nobody waits for any more go back at once, not only when their leases end.
  private CompletionStage<ClaimResult> claimed(
      String what, String queue, Supplier<CompletionStage<ClaimResult>> call) {
    CompletionStage<ClaimResult> stage = call.get();
    CompletableFuture<ClaimResult> answer = calls.within(stage, () -> unanswered(what));
    if (!answer.isDone()) {
      Stages.whenAnswered(
          stage,
          late -> {
            if (answer.isCompletedExceptionally()) {
              giveBack(queue, late);
            }
          },
          failure -> {});
    }
    return answer;
  }

  private void giveBack(String queue, ClaimResult late) {
    List<Settlement> releases =
        late.jobs().stream().<Settlement>map(job -> new Settlement.Release(job.lease())).toList();
    if (!releases.isEmpty()) {
      Durability durability = inner.capabilities().defaultDurability();
      Stages.whenDone(
          Stages.call(() -> inner.settle(queue, releases, durability)),
          (done, failure) ->
              LOG.warn(
                  "A claim of {} was answered too late; {} jobs {}",
                  queue,
                  releases.size(),
                  failure == null ? "went back" : "wait for the end of their leases"));
    }
  }

  private RetryableException unanswered(String what) {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE,
        "the store did not answer within " + calls.limit() + " (" + what + "); try again later");
  }

  private OutcomeUnknownException unknown(String what) {
    return new OutcomeUnknownException(
        "the store did not answer within "
            + calls.limit()
            + " ("
            + what
            + "); it may take effect all the same",
        null);
  }
}
