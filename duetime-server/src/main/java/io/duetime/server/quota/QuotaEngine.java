package io.duetime.server.quota;

import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.TimeSource;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.support.Calls;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Enforces the quotas of a file for every call that adds or moves jobs, whichever protocol it came
 * by. Payloads are checked here; the number of waiting jobs and their due times are checked by the
 * engine, as the settings of each queue are kept within its quota. Thread safe.
 */
public final class QuotaEngine extends ForwardingEngine {
  private final QuotaKeeper keeper;

  /**
   * Reads the quotas.
   *
   * @throws InvalidRequestException if the file cannot be read or is wrong
   */
  public QuotaEngine(Engine inner, Path file, TimeSource time) {
    super(inner);
    this.keeper = new QuotaKeeper(file, inner, time);
  }

  /**
   * Reads the file again, and logs what was read.
   *
   * @throws InvalidRequestException if it is wrong; then the quotas stay as they are
   */
  public void readAgain() {
    keeper.readAgain();
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    Quota quota = keeper.quotaOf(queue);
    return quota.maxPayload().isNone()
        ? scheduleWithin(queue, jobs, durability)
        : Calls.sound(
            jobs, job -> refusal(quota, job), some -> scheduleWithin(queue, some, durability));
  }

  private CompletionStage<List<Scheduled>> scheduleWithin(
      String queue, List<JobSpec> jobs, Durability durability) {
    return keeper.enforced(queue).thenCompose(ready -> inner().schedule(queue, jobs, durability));
  }

  private static @Nullable Scheduled refusal(Quota quota, @Nullable JobSpec job) {
    InvalidRequestException tooLarge = job == null ? null : quota.refusal(job.body());
    return job == null || tooLarge == null ? null : Scheduled.refused(job.id(), tooLarge);
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return keeper
        .enforcedIfUsed(queue)
        .thenCompose(ready -> inner().reschedule(queue, changes, durability));
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    boolean hasQuota = change instanceof BulkChange.Move || change instanceof BulkChange.Redrive;
    return hasQuota
        ? keeper
            .enforcedIfUsed(queue)
            .thenCompose(ready -> inner().change(queue, selection, change, cursor, limit))
        : inner().change(queue, selection, change, cursor, limit);
  }

  @Override
  public CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    InvalidRequestException refused = keeper.quotaOf(queue).refusal(change.job());
    return refused == null
        ? keeper.enforced(queue).thenCompose(ready -> inner().putRecurring(queue, change))
        : CompletableFuture.failedStage(refused);
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return inner().settings(queue).thenApply(keeper.quotaOf(queue)::narrow);
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    Quota quota = keeper.quotaOf(queue);
    InvalidRequestException refused = quota.refusal(settings);
    return refused == null
        ? keeper
            .admitted(queue)
            .thenCompose(admitted -> enforcedForCopies(settings))
            .thenCompose(ready -> inner().configure(queue, settings))
            .thenApply(answer -> new Configured(answer.outcome(), quota.narrow(answer.settings())))
        : CompletableFuture.failedStage(refused);
  }

  /** Copies of dead jobs are scheduled by the engine, beside this one. */
  private CompletionStage<Boolean> enforcedForCopies(QueueSettings settings) {
    return settings
        .deadCopyTo()
        .map(keeper::enforced)
        .orElseGet(() -> CompletableFuture.completedFuture(true));
  }

  @Override
  public CompletionStage<Boolean> noteLoss(String queue, long lost) {
    return forgetting(queue, inner().noteLoss(queue, lost));
  }

  @Override
  public CompletionStage<Boolean> deleteQueue(String queue) {
    return forgetting(queue, inner().deleteQueue(queue));
  }

  @Override
  public CompletionStage<Boolean> deleteEmptyQueue(String queue) {
    return forgetting(queue, inner().deleteEmptyQueue(queue));
  }

  private CompletionStage<Boolean> forgetting(String queue, CompletionStage<Boolean> answer) {
    return answer.whenComplete((done, failure) -> keeper.forget(queue));
  }
}
