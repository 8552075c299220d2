package io.duetime.runtime.claim;

import io.duetime.DuetimeException;
import io.duetime.async.Pauses;
import io.duetime.async.Serial;
import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the shards from which one queue is claimed, in the order of their turns. Learns them from
 * the engine, again whenever they may have changed. Touched by events of one serial alone.
 */
final class LiveShards {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** How much less often a store that makes up for lost signals is checked without a signal. */
  private static final int SELDOM = 300;

  private final QueueClaimer.Source source;
  private final ClientContext context;
  private final Serial serial;
  private final Runnable changed;
  private final Consumer<DuetimeException> notLearned;
  private final Duration recheck;
  private final Pauses pauses;
  private final Map<ShardId, ShardClaimer> shards = new LinkedHashMap<>();
  private boolean learning;
  private boolean stale;
  private boolean open;

  /**
   * Creates the collection without a shard.
   *
   * @param changed runs as an event of the serial if a shard is due or the shards have changed
   * @param notLearned receives the failure if the engine could not be asked; the next attempt
   *     follows
   */
  LiveShards(
      QueueClaimer.Source source,
      ClientContext context,
      Serial serial,
      Runnable changed,
      Consumer<DuetimeException> notLearned) {
    this.source = source;
    this.context = context;
    this.serial = serial;
    this.changed = changed;
    this.notLearned = notLearned;
    // Signals are about due times: jobs to claim ahead are found by checks only.
    boolean tells = context.engine().capabilities().shared() && source.dueBeforeMillis() == null;
    this.recheck = context.pace().recheck().multipliedBy(tells ? SELDOM : 1);
    this.pauses = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
  }

  void open() {
    open = true;
    learn();
  }

  void close() {
    open = false;
    shards.values().forEach(ShardClaimer::disarm);
    shards.clear();
  }

  int size() {
    return shards.size();
  }

  /** Whether at least one shard answers, as far as is known. */
  boolean hasReachable() {
    return !shards.values().stream().allMatch(ShardClaimer::isAway);
  }

  /**
   * Returns the first shard that is due, with at most {@code claimers} claims under way from each.
   */
  @Nullable ShardClaimer nextDue(int claimers) {
    for (ShardClaimer shard : shards.values()) {
      if (shard.isDue(claimers)) {
        return shard;
      }
    }
    return null;
  }

  /** Moves a shard that is being claimed from behind the others. */
  void moveToEnd(ShardClaimer shard) {
    if (shards.remove(shard.shard(), shard)) {
      shards.put(shard.shard(), shard);
    }
  }

  /** Runs {@code changed} when the next shard is due. */
  void arm() {
    shards.values().forEach(ShardClaimer::arm);
  }

  void onSignal(Watcher.Signal signal) {
    ShardClaimer shard = shards.get(signal.shard());
    if (signal.kind() != Watcher.Kind.SHARDS && shard != null) {
      shard.onSignal(signal);
    } else if (source.shard() == null) {
      learn();
    }
  }

  private void learn() {
    ShardId only = source.shard();
    if (only != null) {
      set(List.of(only));
    } else if (learning) {
      stale = true;
    } else {
      learning = true;
      Stages.whenAnswered(
          Stages.call(() -> context.engine().shards(source.queue())),
          all -> serial.run(() -> learned(all)),
          failure -> serial.run(() -> failed(failure)));
    }
  }

  private void learned(List<ShardId> all) {
    learning = false;
    pauses.succeeded();
    boolean again = stale;
    stale = false;
    if (open) {
      set(all);
      if (again) {
        learn();
      }
    }
  }

  private void failed(DuetimeException cause) {
    learning = false;
    stale = false;
    if (open) {
      context.time().after(pauses.next(), () -> serial.run(this::learnAgain));
      notLearned.accept(cause);
    }
  }

  private void learnAgain() {
    if (open) {
      learn();
    }
  }

  private void set(List<ShardId> all) {
    Set<ShardId> gone = new HashSet<>(shards.keySet());
    all.forEach(gone::remove);
    gone.forEach(this::drop);
    for (ShardId shard : all) {
      shards.computeIfAbsent(shard, this::claimer);
    }
    changed.run();
  }

  private void drop(ShardId gone) {
    ShardClaimer shard = shards.remove(gone);
    if (shard != null) {
      shard.disarm();
    }
  }

  private ShardClaimer claimer(ShardId shard) {
    return new ShardClaimer(shard, context, recheck, () -> serial.run(() -> onAlarm(shard)));
  }

  private void onAlarm(ShardId shard) {
    ShardClaimer claimer = shards.get(shard);
    if (claimer != null) {
      claimer.disarm();
    }
    changed.run();
  }
}
