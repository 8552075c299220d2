package io.duetime.redis.internal.admin;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.internal.async.Stages;
import io.duetime.internal.kernel.recurring.RecurringEdit;
import io.duetime.internal.kernel.recurring.RecurringState;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.MaintenanceNotes;
import io.duetime.redis.internal.call.ReplyPart;
import io.duetime.redis.internal.call.ScriptReply;
import io.duetime.redis.internal.call.ShardCaller;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.RecurringCodec;
import io.duetime.redis.internal.record.TickTimesCodec;
import io.duetime.redis.internal.script.Script;
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
 * Keeps recurring definitions and creates the jobs of their ticks. The store makes a tick only
 * once, however many processes ask for it.
 */
public final class RecurringKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(RecurringKeeper.class);
  private static final int TICKS_PER_STEP = 1_000;
  private static final int MAX_ATTEMPTS = 100;
  private static final byte[] NONE = new byte[0];

  private final StoreAccess store;
  private final ShardCaller caller;
  private final MaintenanceNotes maintenance;
  private final Script read;
  private final Script put;
  private final Script tick;

  public RecurringKeeper(StoreAccess store, ShardCaller caller, MaintenanceNotes maintenance) {
    this.store = store;
    this.caller = caller;
    this.maintenance = maintenance;
    this.read = store.script("recurring");
    this.put = store.script("put_recurring");
    this.tick = store.script("tick");
  }

  /** The stored bytes of a definition. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stored(byte[] definition, byte[] ticks) {
    static final Stored NOTHING = new Stored(NONE, NONE);

    static Stored of(RecurringState state) {
      return new Stored(RecurringCodec.write(state.job()), ticks(state));
    }

    static byte[] ticks(RecurringState state) {
      return TickTimesCodec.write(state).getBytes(StandardCharsets.UTF_8);
    }

    RecurringState read(String name) {
      RecurringJob job = RecurringCodec.read(name, definition);
      return TickTimesCodec.read(job, new String(ticks, StandardCharsets.UTF_8));
    }
  }

  /**
   * A definition as it was read from the store.
   *
   * @param waiting the ids of its waiting jobs, for future ticks
   */
  private record Seen(RecurringState state, Stored stored, Set<String> waiting) {
    String name() {
      return state.job().name();
    }

    /** The future ticks whose jobs wait. */
    List<Long> pending(long now) {
      return state.aheadOf(now).stream().filter(this::isPending).toList();
    }

    RecurringJob.View view(long now) {
      return state.view(now, this::isPending);
    }

    private boolean isPending(long tick) {
      return waiting.contains(state.job().idAt(tick));
    }

    /** The same after a step of its ticks. */
    Seen after(RecurringState later) {
      return new Seen(later, new Stored(stored.definition, Stored.ticks(later)), waiting);
    }
  }

  /**
   * All definitions of a queue as they were read at a moment.
   *
   * @param stored the bytes of each, also of definitions that cannot be decoded
   */
  private record AllSeen(long now, Map<String, Seen> definitions, Map<String, Stored> stored) {
    static final AllSeen NOTHING = new AllSeen(0, Map.of(), Map.of());

    List<RecurringJob.View> views() {
      return inUse().map(one -> one.view(now)).toList();
    }

    Stream<Seen> inUse() {
      return definitions.values().stream().filter(one -> !one.state.isRemoved());
    }
  }

  private CompletionStage<AllSeen> look(String queue) {
    return caller
        .ifThere(store.home(queue), read, new Arguments())
        .thenApply(answer -> answer.map(reply -> seen(queue, reply)).orElse(AllSeen.NOTHING));
  }

  /** As {@link #look(String)}, but creates the queue if the change creates a definition. */
  private CompletionStage<AllSeen> look(String queue, RecurringEdit edit) {
    return edit.makesQueue()
        ? caller
            .make(store.home(queue), read, new Arguments())
            .thenApply(reply -> seen(queue, reply))
        : look(queue);
  }

  private static AllSeen seen(String queue, ScriptReply reply) {
    Map<String, Seen> all = new TreeMap<>();
    Map<String, Stored> stored = new HashMap<>();
    for (ReplyPart row : reply.each()) {
      String name = row.text("name");
      Stored one = new Stored(row.bytes("definition"), row.bytes("ticks"));
      stored.put(name, one);
      try {
        all.put(name, new Seen(one.read(name), one, ids(name, row.text("waiting"))));
      } catch (DamagedRecordException malformed) {
        LOG.error(
            "Recurring definition {} of queue {} cannot be understood: it makes no jobs until it"
                + " is stored again",
            name,
            queue,
            malformed);
      }
    }
    return new AllSeen(reply.number("now"), all, stored);
  }

  private static Set<String> ids(String name, String ticks) {
    return ticks.isEmpty()
        ? Set.of()
        : Stream.of(ticks.split(" ")).map(tick -> name + tick).collect(Collectors.toSet());
  }

  public CompletionStage<List<RecurringJob.View>> views(String queue) {
    return look(queue).thenApply(AllSeen::views);
  }

  /** All definitions of a queue with their ticks. */
  public CompletionStage<List<RecurringState>> states(String queue) {
    return look(queue).thenApply(all -> all.inUse().map(Seen::state).toList());
  }

  /** Changes a definition after making its ticks up to now. */
  public CompletionStage<RecurringResult> edit(String queue, String name, RecurringEdit edit) {
    return edit(queue, name, edit, MAX_ATTEMPTS);
  }

  private CompletionStage<RecurringResult> edit(
      String queue, String name, RecurringEdit edit, int attemptsLeft) {
    if (attemptsLeft == 0) {
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
                .thenCompose(done -> edit(queue, name, edit, attemptsLeft - 1));
          }
          RecurringState known = before == null ? null : before.state;
          if (!edit.appliesTo(known)) {
            return Stages.done(RecurringResult.changedMeanwhile());
          }
          Optional<RecurringState> after = edit.after(known, all.now);
          return after.isEmpty()
              ? Stages.done(RecurringResult.unknown())
              : store(queue, all, edit, after.get())
                  .thenCompose(stored ->
                      stored.isEmpty()
                          ? edit(queue, name, edit, attemptsLeft - 1)
                          : Stages.done(RecurringResult.done(stored.get())));
        });
  }

  /** Stores the result of a change; answers empty if the definition has changed meanwhile. */
  private CompletionStage<Optional<RecurringJob.View>> store(
      String queue, AllSeen all, RecurringEdit edit, RecurringState after) {
    String name = after.job().name();
    Seen before = all.definitions.get(name);
    List<Long> withdrawn =
        before == null || !edit.withdraws(after) ? List.of() : before.pending(all.now);
    RecurringState state = after.withdrawn(withdrawn, all.now);
    Stored stored = Stored.of(state);
    List<String> ids = withdrawn.stream().map(state.job()::idAt).toList();
    Stored known = all.stored.getOrDefault(name, Stored.NOTHING);
    return caller
        .make(store.home(queue), put, swap(name, known, stored, ids))
        .thenCompose(reply ->
            reply.isTrue("done")
                ? stored(queue, reply.number("now"), new Seen(state, stored, Set.of()))
                : Stages.done(Optional.empty()));
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

  private CompletionStage<Optional<RecurringJob.View>> stored(String queue, long now, Seen one) {
    noteNext(queue, now, one.state);
    return makeTicks(queue, one, now)
        .thenCompose(made -> look(queue))
        .thenApply(all -> {
          // The answer tells the version that this change made, not one of a later change.
          Seen seen = all.definitions.get(one.name());
          return Optional.of(
              seen == null || seen.state.version() != one.state.version()
                  ? one.view(now)
                  : seen.view(now));
        });
  }

  private void noteNext(String queue, long now, RecurringState state) {
    long next = nextAt(state);
    if (next != ClaimResult.NEVER) {
      maintenance.note(queue, now, next);
    }
  }

  /** When there is something to do for a definition: a tick to make, or a removed one to forget. */
  private static long nextAt(RecurringState state) {
    return Math.min(state.dueAt(), state.forgetAt());
  }

  /**
   * The result of making ticks.
   *
   * @param made jobs made
   * @param nextAt when there is more to make
   */
  public record Made(int made, long nextAt) {
    static final Made NOTHING = new Made(0, ClaimResult.NEVER);
  }

  /** Makes missing ticks, and forgets definitions that were removed long ago. */
  public CompletionStage<Made> makeAll(String queue) {
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
    return caller
        .ifThere(store.home(queue), put, swap(one.name(), one.stored, Stored.NOTHING, List.of()))
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
    Seen later = one.after(step.after());
    return caller
        .ifThere(store.home(queue), tick, arguments(one, step, later.stored.ticks))
        .thenCompose(answer -> {
          if (!answer.map(reply -> reply.isTrue("wasFirst")).orElse(false)) {
            // Another process makes it, or has changed the definition.
            return Stages.done(one);
          }
          ticks.made += step.makesJob() ? 1 : 0;
          noteNext(queue, now, later.state);
          return makeTick(queue, later, later.state, now, ticks);
        });
  }

  private static Arguments arguments(Seen one, RecurringState.Step step, byte[] after) {
    JobSpec job = one.state.job().jobAt(step.tick());
    return new Arguments()
        .add(one.name())
        .add(one.stored.definition)
        .add(one.stored.ticks)
        .add(after)
        .add(step.tick())
        .add(step.makesJob() ? job.id() : "")
        .add(step.makesJob() ? RecordCodec.write(job) : NONE);
  }
}
