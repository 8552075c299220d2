package io.duetime.server.quota;

import io.duetime.Counts;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import io.duetime.internal.engine.SettingsChanger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the settings of each queue within its quota, so that the engine itself refuses what is
 * beyond it: exactly, and over all shards and servers. The settings are checked before the first
 * job that a queue gets, and again beside its jobs every 30 s, as others may change or delete the
 * queue. Thread safe.
 */
final class QuotaKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(QuotaKeeper.class);
  private static final long FRESH_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int MAX_CHECKED = 20_000;

  private final Path file;
  private final Engine engine;
  private final TimeSource time;
  private final PatternCounter counter;
  private volatile Applied applied;

  /** Reads the file; refuses one that is wrong. */
  QuotaKeeper(Path file, Engine engine, TimeSource time) {
    this.file = file;
    this.engine = engine;
    this.time = time;
    this.counter = new PatternCounter(engine, time);
    this.applied = Applied.of(QuotaFile.read(file));
  }

  /** The quotas of a file, and the queues whose settings were checked since it was read. */
  private record Applied(Quotas quotas, ConcurrentMap<String, Check> checks) {
    static Applied of(Quotas quotas) {
      return new Applied(quotas, new ConcurrentHashMap<>());
    }
  }

  /**
   * A check of the settings of a queue.
   *
   * @param done completes when the settings are within the quota
   * @param atNanos when the last check began
   */
  private record Check(CompletableFuture<Boolean> done, long atNanos) {}

  /** Reads the file again; one that is wrong changes nothing, and fails. */
  void readAgain() {
    try {
      Quotas now = QuotaFile.read(file);
      applied = Applied.of(now);
      LOG.info("The quotas were read again; entries: {}", now.rules().size());
    } catch (InvalidRequestException wrong) {
      LOG.error("The quotas stay as they are: {}", wrong.getMessage());
      throw wrong;
    }
  }

  /** The quota of a queue. */
  Quota quotaOf(String queue) {
    return applied.quotas().of(queue);
  }

  /** Why a queue may not be created; empty if it exists or may be created. */
  CompletionStage<Optional<RetryableException>> tooManyQueues(String queue) {
    return counter.refusal(queue, applied.quotas().countedOf(queue));
  }

  /**
   * Completes when a queue exists or may be created, and its settings are within its quota; fails
   * with {@code QUOTA_EXCEEDED} if there are too many queues.
   */
  CompletableFuture<Boolean> enforced(String queue) {
    return tooManyQueues(queue)
        .thenCompose(refusal ->
            refusal.isPresent() ? CompletableFuture.failedFuture(refusal.get()) : narrowed(queue))
        .toCompletableFuture();
  }

  private CompletableFuture<Boolean> narrowed(String queue) {
    Applied now = applied;
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
  CompletableFuture<Boolean> enforcedIfUsed(String queue) {
    Quota quota = quotaOf(queue);
    if (!quota.limitsSettings() || applied.checks().containsKey(queue)) {
      return enforced(queue);
    }
    return Stages.call(() -> engine.counts(queue))
        .thenCompose(counts ->
            hasJobs(counts.now()) ? enforced(queue) : CompletableFuture.completedFuture(true));
  }

  private static boolean hasJobs(Counts.States now) {
    return now.waiting() + now.running() + now.dead() > 0;
  }

  /** Forgets a queue that was deleted: one of the same name has other settings. */
  void forget(String queue) {
    applied.checks().remove(queue);
    counter.forget(queue);
  }

  private CompletableFuture<Boolean> first(Applied now, String queue) {
    Quota quota = now.quotas().of(queue);
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

  private void checkAgain(Applied now, String queue, Check known) {
    Check again = new Check(known.done(), time.nanoTime());
    if (now.checks().replace(queue, known, again)) {
      Stages.whenAnswered(
          narrow(queue, now.quotas().of(queue)),
          settings -> {},
          failure ->
              LOG.debug("The quota of queue {} could not be checked: {}", queue, failure.code()));
    }
  }

  private CompletionStage<QueueSettings> narrow(String queue, Quota quota) {
    return Stages.call(() -> engine.settings(queue))
        .thenCompose(settings ->
            quota.allows(settings)
                ? Stages.done(settings)
                : SettingsChanger.change(engine, queue, quota::narrow));
  }
}
