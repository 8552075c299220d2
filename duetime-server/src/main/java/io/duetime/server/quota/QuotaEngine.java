package io.duetime.server.quota;

import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.TimeSource;
import io.duetime.Updated;
import io.duetime.async.Stages;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.support.Calls;
import io.duetime.engine.support.SettingsChanger;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.quota.Quota.QuotaRule;
import io.duetime.server.quota.QuotaFile.Quotas;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enforces the quotas of a file for every call that adds, moves or updates jobs, whichever protocol
 * it came by. Payloads are checked here; the number of waiting jobs and their due times are checked
 * by the engine, exactly and over all shards and servers, as the settings of each queue are kept
 * within its quota. The settings are checked before the first job that a queue gets, and again
 * beside its jobs every 30 s, as others may change or delete the queue. Thread safe.
 */
public final class QuotaEngine extends ForwardingEngine {
  private static final Logger LOG = LoggerFactory.getLogger(QuotaEngine.class);
  private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int MAX_CHECKED = 20_000;

  private final DeclaredFile<Quotas> file;
  private final TimeSource time;
  private final PatternCounter counter;

  /**
   * Reads the quotas.
   *
   * @throws InvalidRequestException if the file cannot be read or is wrong
   */
  public QuotaEngine(Engine inner, Path file, TimeSource time) {
    super(inner);
    this.file = QuotaFile.of(file);
    this.time = time;
    this.counter = new PatternCounter(inner, time);
  }

  /**
   * Reads the file again, and logs what was read.
   *
   * @throws InvalidRequestException if it is wrong; then the quotas stay as they are
   */
  public void readAgain() {
    file.readAgain();
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    Quota quota = quotaOf(queue);
    return quota.maxPayload().isNone()
        ? scheduleWithin(queue, jobs, durability)
        : Calls.sound(
            jobs, job -> refusal(quota, job), some -> scheduleWithin(queue, some, durability));
  }

  private CompletionStage<List<Scheduled>> scheduleWithin(
      String queue, List<JobSpec> jobs, Durability durability) {
    return enforced(queue).thenCompose(ready -> inner().schedule(queue, jobs, durability));
  }

  private static @Nullable Scheduled refusal(Quota quota, @Nullable JobSpec job) {
    InvalidRequestException tooLarge = job == null ? null : quota.refusal(job.body());
    return job == null || tooLarge == null ? null : Scheduled.refused(job.id(), tooLarge);
  }

  // Its payload was within the quota when the definition was stored.
  @Override
  public CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability) {
    return enforcedIfUsed(queue)
        .thenCompose(ready -> inner().runRecurring(queue, name, durability));
  }

  @Override
  public CompletionStage<List<Rescheduled>> reschedule(
      String queue, List<Reschedule> changes, Durability durability) {
    return enforcedIfUsed(queue)
        .thenCompose(ready -> inner().reschedule(queue, changes, durability));
  }

  @Override
  public CompletionStage<List<Updated>> update(
      String queue, List<JobUpdate> updates, Durability durability) {
    Quota quota = quotaOf(queue);
    return Calls.sound(
        updates, update -> refusal(quota, update), some -> inner().update(queue, some, durability));
  }

  private static @Nullable Updated refusal(Quota quota, @Nullable JobUpdate update) {
    JobBody sent = update == null ? null : update.change().payload().orElse(null);
    InvalidRequestException tooLarge = sent == null ? null : quota.refusal(sent);
    return update == null || tooLarge == null ? null : Updated.refused(update.id(), tooLarge);
  }

  @Override
  public CompletionStage<BulkChange.Step> change(
      String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
    boolean hasQuota =
        change instanceof BulkChange.Move
            || change instanceof BulkChange.Shift
            || change instanceof BulkChange.UndoShift
            || change instanceof BulkChange.Redrive;
    return hasQuota
        ? enforcedIfUsed(queue)
            .thenCompose(ready -> inner().change(queue, selection, change, cursor, limit))
        : inner().change(queue, selection, change, cursor, limit);
  }

  @Override
  public CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
    InvalidRequestException refused = quotaOf(queue).refusal(change.job());
    return refused == null
        ? enforced(queue).thenCompose(ready -> inner().putRecurring(queue, change))
        : CompletableFuture.failedStage(refused);
  }

  @Override
  public CompletionStage<QueueSettings> settings(String queue) {
    return inner().settings(queue).thenApply(quotaOf(queue)::narrow);
  }

  @Override
  public CompletionStage<Configured> configure(String queue, QueueSettings settings) {
    Quota quota = quotaOf(queue);
    InvalidRequestException refused = quota.refusal(settings);
    return refused == null
        ? admitted(queue)
            .thenCompose(admitted -> enforcedForCopies(settings))
            .thenCompose(ready -> inner().configure(queue, settings))
            .thenApply(answer -> new Configured(answer.outcome(), quota.narrow(answer.settings())))
        : CompletableFuture.failedStage(refused);
  }

  /** Copies of dead jobs are scheduled by the engine, beside this one. */
  private CompletionStage<Boolean> enforcedForCopies(QueueSettings settings) {
    return settings
        .deadCopyTo()
        .map(this::enforced)
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
    return answer.whenComplete((done, failure) -> {
      // One of the same name has other settings.
      file.value().checks().remove(queue);
      counter.forget(queue);
    });
  }

  /**
   * A check of the settings of a queue.
   *
   * @param done completes when the settings are within the quota
   * @param atNanos when the last check began
   */
  record Check(CompletableFuture<Boolean> done, long atNanos) {}

  private Quota quotaOf(String queue) {
    return file.value().of(queue);
  }

  /** Completes when a queue exists or may be created; fails with {@code QUOTA_EXCEEDED} if not. */
  private CompletionStage<Boolean> admitted(String queue) {
    return counter.admit(queue, file.value().countedOf(queue));
  }

  /** As {@link #admitted}, but completes when the settings of the queue are within its quota. */
  private CompletableFuture<Boolean> enforced(String queue) {
    return admitted(queue).thenCompose(admitted -> narrowed(queue)).toCompletableFuture();
  }

  private CompletableFuture<Boolean> narrowed(String queue) {
    Quotas now = file.value();
    Check known = now.checks().get(queue);
    if (known == null) {
      return first(now, queue);
    }
    if (known.done().isDone() && time.nanoTime() - known.atNanos() > FRESH_NANOS) {
      checkAgain(now, queue, known);
    }
    return known.done();
  }

  /** As {@link #enforced}, but does not create a queue that has no jobs. */
  private CompletableFuture<Boolean> enforcedIfUsed(String queue) {
    Quota quota = quotaOf(queue);
    if (!quota.limitsSettings() || file.value().checks().containsKey(queue)) {
      return enforced(queue);
    }
    return Stages.call(() -> inner().counts(queue))
        .thenCompose(counts ->
            hasJobs(counts.now()) ? enforced(queue) : CompletableFuture.completedFuture(true));
  }

  private static boolean hasJobs(Counts.States now) {
    return now.waiting() + now.running() + now.dead() > 0;
  }

  private CompletableFuture<Boolean> first(Quotas now, String queue) {
    Quota quota = now.of(queue);
    if (!quota.limitsSettings()) {
      return CompletableFuture.completedFuture(true);
    }
    if (now.checks().size() >= MAX_CHECKED) {
      now.checks().clear();
    }
    Check mine = new Check(new CompletableFuture<>(), time.nanoTime());
    Check others = now.checks().putIfAbsent(queue, mine);
    if (others != null) {
      return others.done();
    }
    Stages.whenDone(
        narrow(queue, quota),
        (settings, failure) -> {
          if (failure != null) {
            now.checks().remove(queue, mine);
          }
          Stages.copy(mine.done(), true, failure);
        });
    return mine.done();
  }

  private void checkAgain(Quotas now, String queue, Check known) {
    Check again = new Check(known.done(), time.nanoTime());
    if (now.checks().replace(queue, known, again)) {
      Stages.whenAnswered(
          narrow(queue, now.of(queue)),
          settings -> {},
          failure ->
              LOG.debug("The quota of queue {} could not be checked: {}", queue, failure.code()));
    }
  }

  private CompletionStage<QueueSettings> narrow(String queue, Quota quota) {
    return Stages.call(() -> inner().settings(queue))
        .thenCompose(settings ->
            quota.allows(settings)
                ? Stages.done(settings)
                : SettingsChanger.change(inner(), queue, quota::narrow));
  }

  /**
   * Refuses queues beyond {@code maxQueues}. The names of the store's queues are read again after a
   * while, at once for a name that is not among them, but at most every second. Queues that this
   * server has admitted count from then on; each server may admit some that the others do not know
   * of yet. Thread safe.
   */
  static final class PatternCounter {
    private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Engine engine;
    private final TimeSource time;
    private final Map<String, Long> admitted = new ConcurrentHashMap<>();
    private volatile Set<String> names = Set.of();
    private CompletableFuture<Boolean> reading = // guarded by this
        CompletableFuture.completedFuture(false);
    private long readAtNanos; // guarded by this
    private boolean hasRead; // guarded by this

    PatternCounter(Engine engine, TimeSource time) {
      this.engine = engine;
      this.time = time;
    }

    /** Completes when a queue exists or is admitted; fails with {@code QUOTA_EXCEEDED} if not. */
    CompletionStage<Boolean> admit(String queue, List<QuotaRule> rules) {
      return rules.isEmpty()
          ? Stages.done(true)
          : fresh(queue).thenApply(read -> judge(queue, rules));
    }

    /** Forgets a queue that was deleted. */
    synchronized void forget(String queue) {
      admitted.remove(queue);
      hasRead = false;
    }

    /** Completes when the names are fresh enough; a queue that is known waits for no reading. */
    private synchronized CompletionStage<Boolean> fresh(String queue) {
      boolean isKnown = isKnown(queue);
      long age = time.nanoTime() - readAtNanos;
      boolean isFresh = hasRead && age < (isKnown ? FRESH_NANOS : PAUSE_NANOS);
      if (reading.isDone() && (!isFresh || reading.isCompletedExceptionally())) {
        boolean wasRead = hasRead;
        hasRead = true;
        readAtNanos = time.nanoTime();
        reading = Stages.call(engine::queues).thenApply(this::read).toCompletableFuture();
        isKnown &= wasRead;
      }
      return isKnown ? Stages.done(true) : reading;
    }

    private boolean isKnown(String queue) {
      return names.contains(queue) || admitted.containsKey(queue);
    }

    private boolean read(List<String> all) {
      long now = time.nanoTime();
      admitted.values().removeIf(at -> now - at > FRESH_NANOS);
      names = Set.copyOf(all);
      return true;
    }

    private synchronized boolean judge(String queue, List<QuotaRule> rules) {
      if (isKnown(queue)) {
        return true;
      }
      Set<String> all = new HashSet<>(names);
      all.addAll(admitted.keySet());
      for (QuotaRule rule : rules) {
        long count = all.stream().filter(rule::matches).count();
        if (!rule.hasRoom(count)) {
          throw new RetryableException(
              ErrorCode.QUOTA_EXCEEDED,
              "there are %d queues %s, and the server's quota has maxQueues %d"
                  .formatted(count, rule.patterns(), rule.maxQueues()));
        }
      }
      admitted.put(queue, time.nanoTime());
      return true;
    }
  }
}
