package io.duetime.redis.internal.engine;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.ShardId;
import io.duetime.internal.kernel.RecurringState;
import io.duetime.redis.internal.record.MalformedRecordException;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.RecurringCodec;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps recurring definitions and makes the jobs of their ticks. The store makes a tick for the
 * first who asks, so that no number of processes makes two.
 */
final class RecurringKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(RecurringKeeper.class);
  private static final int TICKS_PER_STEP = 1_000;
  private static final int MOST_TRIES = 100;
  private static final byte[] NONE = new byte[0];

  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final Script read;
  private final Script put;
  private final Script remove;
  private final Script tick;

  RecurringKeeper(Store store, ShardCaller caller, UpkeepNotes upkeep) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.read = store.script("recurring");
    this.put = store.script("put_recurring");
    this.remove = store.script("remove_recurring");
    this.tick = store.script("tick");
  }

  private ShardKeys home(String queue) {
    return store.keys().shard(queue, ShardId.ONLY);
  }

  /** A definition as it was seen in the store. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Seen(RecurringState state, byte[] bytes) {
    String name() {
      return state.job().name();
    }
  }

  /** All definitions of a queue as they were seen at a moment, and the bytes of each by name. */
  private record AllSeen(long now, List<Seen> definitions, Map<String, byte[]> bytes) {
    static final AllSeen NOTHING = new AllSeen(0, List.of(), Map.of());

    /** From when the ticks of a changed definition count, in the words of the script. */
    String ticksFrom(RecurringJob changed) {
      for (Seen one : definitions) {
        if (one.name().equals(changed.name())
            && one.state.job().schedule().equals(changed.schedule())) {
          return one.state.job().paused() ? "paused" : "last";
        }
      }
      return "now";
    }
  }

  private CompletionStage<AllSeen> look(String queue) {
    return caller
        .ifThere(home(queue), read, new Arguments())
        .thenApply(answer -> answer.map(reply -> seen(queue, reply)).orElse(AllSeen.NOTHING));
  }

  private static AllSeen seen(String queue, Reply reply) {
    long now = reply.number();
    List<Seen> all = new ArrayList<>();
    Map<String, byte[]> byName = new HashMap<>();
    while (reply.hasMore()) {
      String name = reply.text();
      byte[] bytes = reply.bytes();
      byName.put(name, bytes);
      long lastTick = reply.number();
      try {
        RecurringJob job = RecurringCodec.read(name, bytes);
        all.add(new Seen(new RecurringState(job, lastTick), bytes));
      } catch (MalformedRecordException malformed) {
        LOG.error(
            "Recurring definition {} of queue {} cannot be understood: it makes no jobs until it"
                + " is stored anew",
            name,
            queue,
            malformed);
      }
    }
    all.sort(Comparator.comparing(Seen::name));
    return new AllSeen(now, all, byName);
  }

  CompletionStage<List<RecurringJob.View>> views(String queue) {
    return look(queue)
        .thenApply(all -> all.definitions.stream().map(one -> one.state.view()).toList());
  }

  CompletionStage<Boolean> remove(String queue, String name) {
    return caller
        .ifThere(home(queue), remove, new Arguments().add(name))
        .thenApply(answer -> answer.map(reply -> reply.number() == 1).orElse(false));
  }

  CompletionStage<RecurringJob.View> put(String queue, RecurringJob job) {
    return put(queue, job, MOST_TRIES);
  }

  private CompletionStage<RecurringJob.View> put(String queue, RecurringJob job, int tries) {
    if (tries == 0) {
      return CompletableFuture.failedStage(
          new RetryableException(
              ErrorCode.STORE_UNAVAILABLE,
              "recurring definition " + job.name() + " is being changed by others all the time"));
    }
    return look(queue)
        .thenCompose(all -> {
          byte[] bytes = RecurringCodec.write(job);
          Arguments arguments =
              new Arguments()
                  .add(job.name())
                  .add(bytes)
                  .add(all.bytes.getOrDefault(job.name(), NONE))
                  .add(all.ticksFrom(job));
          return caller
              .make(home(queue), put, arguments)
              .thenCompose(reply -> {
                long now = reply.number();
                long lastTick = reply.number();
                return lastTick < 0
                    ? put(queue, job, tries - 1)
                    : stored(queue, now, new Seen(new RecurringState(job, lastTick), bytes));
              });
        });
  }

  private CompletionStage<RecurringJob.View> stored(String queue, long now, Seen one) {
    noteNext(queue, now, one.state);
    return makeTicks(queue, one, now, new Ticks(TICKS_PER_STEP))
        .thenApply(last -> last.state.view());
  }

  private void noteNext(String queue, long now, RecurringState state) {
    if (state.dueAt() != ClaimResult.NEVER) {
      upkeep.note(queue, now, state.dueAt());
    }
  }

  /**
   * What came of making ticks.
   *
   * @param made jobs made
   * @param nextAt when there is more to make
   */
  record Made(int made, long nextAt) {
    static final Made NOTHING = new Made(0, ClaimResult.NEVER);
  }

  /** Makes what is missing. */
  CompletionStage<Made> makeAll(String queue) {
    return look(queue)
        .thenCompose(all -> {
          Ticks ticks = new Ticks(TICKS_PER_STEP);
          return Stages.inTurn(all.definitions, one -> makeTicks(queue, one, all.now, ticks))
              .thenApply(last ->
                  new Made(
                      ticks.made,
                      last.stream()
                          .mapToLong(one -> one.state.dueAt())
                          .min()
                          .orElse(ClaimResult.NEVER)));
        });
  }

  /** Counts ticks; touched by one call at a time. */
  private static final class Ticks {
    private final int most;
    int made;

    Ticks(int most) {
      this.most = most;
    }

    boolean isRoom() {
      return made < most;
    }
  }

  private CompletionStage<Seen> makeTicks(String queue, Seen one, long now, Ticks ticks) {
    RecurringState state = one.state;
    if (!state.isDue(now) || !ticks.isRoom()) {
      return Stages.done(one);
    }
    long next = state.nextTickAt(now);
    boolean runs = state.runs(next, now);
    Arguments arguments =
        new Arguments()
            .add(one.name())
            .add(one.bytes)
            .add(state.lastTick())
            .add(next)
            .add(runs ? state.jobOf(next).id() : "")
            .add(runs ? RecordCodec.write(state.jobOf(next)) : NONE);
    return caller
        .ifThere(home(queue), tick, arguments)
        .thenCompose(answer -> {
          boolean wasFirst = answer.map(RecurringKeeper::wasFirst).orElse(false);
          if (!wasFirst) {
            // Somebody else is at it, or has changed the definition.
            return Stages.done(one);
          }
          ticks.made += runs ? 1 : 0;
          Seen later = new Seen(state.at(next), one.bytes);
          noteNext(queue, now, later.state);
          return makeTicks(queue, later, now, ticks);
        });
  }

  private static boolean wasFirst(Reply reply) {
    reply.number();
    return reply.number() == 1;
  }
}
