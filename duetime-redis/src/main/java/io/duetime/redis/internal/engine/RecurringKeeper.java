package io.duetime.redis.internal.engine;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.ShardId;
import io.duetime.internal.kernel.RecurringEdit;
import io.duetime.internal.kernel.RecurringState;
import io.duetime.redis.internal.record.MalformedRecordException;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.RecurringCodec;
import io.duetime.redis.internal.record.TicksCodec;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private final Script tick;

  RecurringKeeper(Store store, ShardCaller caller, UpkeepNotes upkeep) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.read = store.script("recurring");
    this.put = store.script("put_recurring");
    this.tick = store.script("tick");
  }

  private ShardKeys home(String queue) {
    return store.keys().shard(queue, ShardId.ONLY);
  }

  /**
   * A definition as it was seen in the store.
   *
   * @param waiting the ids of those of its jobs for ticks to come that wait
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Seen(RecurringState state, byte[] bytes, byte[] ticks, Set<String> waiting) {
    String name() {
      return state.job().name();
    }

    RecurringJob.View view(long now) {
      return state.view(now, tick -> waiting.contains(state.job().idAt(tick)));
    }
  }

  /**
   * All definitions of a queue as they were seen at a moment.
   *
   * @param damaged what is stored of those that cannot be understood, by name
   */
  private record AllSeen(long now, Map<String, Seen> definitions, Map<String, Stored> damaged) {
    static final AllSeen NOTHING = new AllSeen(0, Map.of(), Map.of());

    List<Seen> inUse() {
      return definitions.values().stream().filter(one -> !one.state.isRemoved()).toList();
    }

    Stored stored(String name) {
      Seen seen = definitions.get(name);
      return seen == null
          ? damaged.getOrDefault(name, Stored.NOTHING)
          : new Stored(seen.bytes, seen.ticks);
    }
  }

  /** What is stored of a definition. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  private record Stored(byte[] definition, byte[] ticks) {
    static final Stored NOTHING = new Stored(NONE, NONE);

    static Stored of(RecurringState state) {
      return new Stored(
          RecurringCodec.write(state.job()),
          TicksCodec.write(state).getBytes(StandardCharsets.UTF_8));
    }
  }

  private CompletionStage<AllSeen> look(String queue) {
    return caller
        .ifThere(home(queue), read, new Arguments())
        .thenApply(answer -> answer.map(reply -> seen(queue, reply)).orElse(AllSeen.NOTHING));
  }

  /** As {@link #look(String)}, of a queue that is made if the change is one that makes it. */
  private CompletionStage<AllSeen> look(String queue, RecurringEdit edit) {
    return edit.of(null, 0).isEmpty()
        ? look(queue)
        : caller.make(home(queue), read, new Arguments()).thenApply(reply -> seen(queue, reply));
  }

  private static AllSeen seen(String queue, Reply reply) {
    long now = reply.number();
    Map<String, Seen> all = new TreeMap<>();
    Map<String, Stored> damaged = new HashMap<>();
    while (reply.hasMore()) {
      String name = reply.text();
      Stored stored = new Stored(reply.bytes(), reply.bytes());
      Set<String> waiting = ids(name, reply.text());
      try {
        RecurringJob job = RecurringCodec.read(name, stored.definition);
        String ticks = new String(stored.ticks, StandardCharsets.UTF_8);
        all.put(
            name, new Seen(TicksCodec.read(job, ticks), stored.definition, stored.ticks, waiting));
      } catch (MalformedRecordException malformed) {
        damaged.put(name, stored);
        LOG.error(
            "Recurring definition {} of queue {} cannot be understood: it makes no jobs until it"
                + " is stored again",
            name,
            queue,
            malformed);
      }
    }
    return new AllSeen(now, all, damaged);
  }

  private static Set<String> ids(String name, String ticks) {
    return ticks.isEmpty()
        ? Set.of()
        : Stream.of(ticks.split(" ")).map(tick -> name + tick).collect(Collectors.toSet());
  }

  CompletionStage<List<RecurringJob.View>> views(String queue) {
    return look(queue)
        .thenApply(all -> all.inUse().stream().map(one -> one.view(all.now)).toList());
  }

  /** Changes a definition once its ticks up to now have their jobs; nothing for an unknown one. */
  CompletionStage<Optional<RecurringJob.View>> edit(String queue, String name, RecurringEdit edit) {
    return edit(queue, name, edit, MOST_TRIES);
  }

  private CompletionStage<Optional<RecurringJob.View>> edit(
      String queue, String name, RecurringEdit edit, int tries) {
    if (tries == 0) {
      return CompletableFuture.failedStage(
          new RetryableException(
              ErrorCode.STORE_UNAVAILABLE,
              "recurring definition " + name + " is changed by other processes all the time"));
    }
    return look(queue, edit)
        .thenCompose(all -> {
          Seen before = all.definitions.get(name);
          if (before != null && before.state.isDue(all.now)) {
            return makeTicks(queue, before, all.now)
                .thenCompose(done -> edit(queue, name, edit, tries - 1));
          }
          Optional<RecurringState> after = edit.of(before == null ? null : before.state, all.now);
          return after.isEmpty()
              ? Stages.done(Optional.empty())
              : store(queue, all, edit, after.get())
                  .thenCompose(stored ->
                      stored.isEmpty() ? edit(queue, name, edit, tries - 1) : Stages.done(stored));
        });
  }

  /** Stores what a change leads to; answers nothing where the definition has changed meanwhile. */
  private CompletionStage<Optional<RecurringJob.View>> store(
      String queue, AllSeen all, RecurringEdit edit, RecurringState after) {
    String name = after.job().name();
    Seen before = all.definitions.get(name);
    List<Long> withdrawn =
        before == null || !edit.withdraws(after) ? List.of() : pending(before, all.now);
    RecurringState state = after.withdrawn(withdrawn, all.now);
    Stored stored = Stored.of(state);
    List<String> ids = withdrawn.stream().map(state.job()::idAt).toList();
    return caller
        .make(home(queue), put, swap(name, all.stored(name), stored, ids))
        .thenCompose(reply -> {
          long now = reply.number();
          return reply.number() == 0
              ? Stages.done(Optional.empty())
              : stored(queue, now, new Seen(state, stored.definition, stored.ticks, Set.of()));
        });
  }

  private static Arguments swap(String name, Stored before, Stored after, List<String> cancelled) {
    Arguments arguments =
        new Arguments()
            .add(name)
            .add(before.definition)
            .add(before.ticks)
            .add(after.definition)
            .add(after.ticks)
            .add(cancelled.size());
    cancelled.forEach(arguments::add);
    return arguments;
  }

  private static List<Long> pending(Seen one, long now) {
    return one.state.aheadOf(now).stream()
        .filter(tick -> one.waiting.contains(one.state.job().idAt(tick)))
        .toList();
  }

  private CompletionStage<Optional<RecurringJob.View>> stored(String queue, long now, Seen one) {
    noteNext(queue, now, one.state);
    return makeTicks(queue, one, now)
        .thenCompose(made -> look(queue))
        .thenApply(all -> {
          Seen seen = all.definitions.get(one.name());
          return Optional.of((seen == null ? one : seen).view(now));
        });
  }

  private void noteNext(String queue, long now, RecurringState state) {
    long next = nextAt(state);
    if (next != ClaimResult.NEVER) {
      upkeep.note(queue, now, next);
    }
  }

  /** When there is something to do for a definition: a tick to make, or a removed one to forget. */
  private static long nextAt(RecurringState state) {
    return Math.min(state.dueAt(), state.forgetAt());
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

  /** Makes what is missing, and forgets what was removed long ago. */
  CompletionStage<Made> makeAll(String queue) {
    return look(queue)
        .thenCompose(all -> {
          Ticks ticks = new Ticks(TICKS_PER_STEP);
          List<Seen> seen = List.copyOf(all.definitions.values());
          return Stages.<Seen, Long>inTurn(seen, one -> see(queue, one, all.now, ticks))
              .thenApply(last ->
                  new Made(
                      ticks.made,
                      last.stream().mapToLong(Long::longValue).min().orElse(ClaimResult.NEVER)));
        });
  }

  /** Does what a definition needs; answers when it needs something again. */
  private CompletionStage<Long> see(String queue, Seen one, long now, Ticks ticks) {
    if (one.state.forgetAt() > now) {
      return makeTicks(queue, one, now, ticks).thenApply(last -> nextAt(last.state));
    }
    Stored known = new Stored(one.bytes, one.ticks);
    return caller
        .ifThere(home(queue), put, swap(one.name(), known, Stored.NOTHING, List.of()))
        .thenApply(done -> ClaimResult.NEVER);
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

  private CompletionStage<Seen> makeTicks(String queue, Seen one, long now) {
    return makeTicks(queue, one, now, new Ticks(TICKS_PER_STEP));
  }

  private CompletionStage<Seen> makeTicks(String queue, Seen one, long now, Ticks ticks) {
    return one.state.isDue(now)
        ? makeTick(queue, one, one.state.withoutOldest(now), now, ticks)
        : Stages.done(one);
  }

  private CompletionStage<Seen> makeTick(
      String queue, Seen one, RecurringState state, long now, Ticks ticks) {
    if (!state.isDue(now) || !ticks.isRoom()) {
      return Stages.done(one);
    }
    RecurringState.Step step = state.step(now);
    byte[] after = Stored.of(step.after()).ticks;
    return caller
        .ifThere(home(queue), tick, arguments(one, step, after))
        .thenCompose(answer -> {
          boolean wasFirst = answer.map(RecurringKeeper::wasFirst).orElse(false);
          if (!wasFirst) {
            // Another process makes it, or has changed the definition.
            return Stages.done(one);
          }
          ticks.made += step.makesJob() ? 1 : 0;
          Seen later = new Seen(step.after(), one.bytes, after, one.waiting);
          noteNext(queue, now, later.state);
          return makeTick(queue, later, later.state, now, ticks);
        });
  }

  private static Arguments arguments(Seen one, RecurringState.Step step, byte[] after) {
    JobSpec job = one.state.job().jobAt(step.tick());
    return new Arguments()
        .add(one.name())
        .add(one.bytes)
        .add(one.ticks)
        .add(after)
        .add(step.tick())
        .add(step.makesJob() ? job.id() : "")
        .add(step.makesJob() ? RecordCodec.write(job) : NONE);
  }

  private static boolean wasFirst(Reply reply) {
    reply.number();
    return reply.number() == 1;
  }
}
