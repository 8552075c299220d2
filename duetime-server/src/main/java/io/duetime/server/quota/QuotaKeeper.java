package io.duetime.server.quota;

import io.duetime.Counts;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.support.SettingsChanger;
import io.duetime.server.quota.Quota.QuotaRule;
import io.duetime.server.quota.QuotaFile.Quotas;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
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
  private volatile Quotas quotas;

  /** Reads the file; refuses one that is wrong. */
  QuotaKeeper(Path file, Engine engine, TimeSource time) {
    this.file = file;
    this.engine = engine;
    this.time = time;
    this.counter = new PatternCounter(engine, time);
    this.quotas = QuotaFile.read(file);
  }

  /**
   * A check of the settings of a queue.
   *
   * @param done completes when the settings are within the quota
   * @param atNanos when the last check began
   */
  record Check(CompletableFuture<Boolean> done, long atNanos) {}

  /** Reads the file again; one that is wrong changes nothing, and fails. */
  void readAgain() {
    try {
      quotas = QuotaFile.read(file);
      LOG.info("The quotas were read again; entries: {}", quotas.rules().size());
    } catch (InvalidRequestException wrong) {
      LOG.error("The quotas stay as they are: {}", wrong.getMessage());
      throw wrong;
    }
  }

  Quota quotaOf(String queue) {
    return quotas.of(queue);
  }

  /** Completes when a queue exists or may be created; fails with {@code QUOTA_EXCEEDED} if not. */
  CompletionStage<Boolean> admitted(String queue) {
    return counter.admit(queue, quotas.countedOf(queue));
  }

  /** As {@link #admitted}, but completes when the settings of the queue are within its quota. */
  CompletableFuture<Boolean> enforced(String queue) {
    return admitted(queue).thenCompose(admitted -> narrowed(queue)).toCompletableFuture();
  }

  private CompletableFuture<Boolean> narrowed(String queue) {
    Quotas now = quotas;
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
    if (!quota.limitsSettings() || quotas.checks().containsKey(queue)) {
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
    quotas.checks().remove(queue);
    counter.forget(queue);
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
    return Stages.call(() -> engine.settings(queue))
        .thenCompose(settings ->
            quota.allows(settings)
                ? Stages.done(settings)
                : SettingsChanger.change(engine, queue, quota::narrow));
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
