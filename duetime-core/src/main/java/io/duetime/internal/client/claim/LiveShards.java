package io.duetime.internal.client.claim;

import io.duetime.DuetimeException;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.async.Pauses;
import io.duetime.internal.async.Serial;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ClientContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The shards from which one queue is claimed, in the order of their turns. It learns which they are
 * from the engine, again whenever they may have changed. Touched by events of one serial alone.
 */
final class LiveShards {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** How much less often a store that makes lost signals good is asked in any case. */
  private static final int SELDOM = 300;

  private final ClaimLine.Source source;
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
   * No shards yet.
   *
   * @param changed run as an event of the serial when one is due or there are others
   * @param notLearned hears that the engine could not be asked; it is asked again
   */
  LiveShards(
      ClaimLine.Source source,
      ClientContext context,
      Serial serial,
      Runnable changed,
      Consumer<DuetimeException> notLearned) {
    this.source = source;
    this.context = context;
    this.serial = serial;
    this.changed = changed;
    this.notLearned = notLearned;
    // Signals tell of due times: what may be claimed ahead is found by looking alone.
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

  /** Whether there is a shard that can be claimed from, as far as is known. */
  boolean isAnyThere() {
    return !shards.values().stream().allMatch(ShardClaimer::isAway);
  }

  /** The first that is due, with at most so many claims from each under way. */
  @Nullable ShardClaimer nextDue(int claimers) {
    for (ShardClaimer shard : shards.values()) {
      if (shard.isDue(claimers)) {
        return shard;
      }
    }
    return null;
  }

  /** A shard is being claimed from: the others have their turns first. */
  void hadItsTurn(ShardClaimer shard) {
    if (shards.remove(shard.shard(), shard)) {
      shards.put(shard.shard(), shard);
    }
  }

  /** Arranges for {@code changed} to be run when the next one is due. */
  void arm() {
    shards.values().forEach(ShardClaimer::arm);
  }

  void hear(Watcher.Signal signal) {
    ShardClaimer shard = shards.get(signal.shard());
    if (signal.kind() != Watcher.Kind.SHARDS && shard != null) {
      shard.hear(signal);
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
    return new ShardClaimer(shard, context, recheck, () -> serial.run(() -> rung(shard)));
  }

  private void rung(ShardId shard) {
    ShardClaimer claimer = shards.get(shard);
    if (claimer != null) {
      claimer.disarm();
    }
    changed.run();
  }
}
