package io.duetime.redis.internal.admin;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.MissedTicks;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Maintenance;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.recurring.RecurringEdit;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.recurring.Withdrawal;
import io.duetime.redis.internal.admin.RecurringReader.AllSeen;
import io.duetime.redis.internal.admin.RecurringReader.Seen;
import io.duetime.redis.internal.admin.RecurringReader.Stored;
import io.duetime.redis.internal.admin.RecurringReader.UnbegunReader;
import io.duetime.redis.internal.jobs.JobScheduler;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.RecurringCodec;
import io.duetime.redis.internal.script.Outcome;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps recurring definitions and creates the jobs of their ticks. The store makes a tick only
 * once, however many processes ask for it.
 */
public final class RecurringKeeper {
  private static final int TICKS_PER_STEP = 1_000;
  private static final int MAX_ATTEMPTS = 100;
  private static final int WITHDRAWN_PER_STEP = 500;
  private static final long ASK_AGAIN_MILLIS = 1_000;
  private static final long OTHER_WAS_FIRST = -1;
  private static final long MADE = 1;
  private static final long HELD = 2;
  private static final byte[] NONE = new byte[0];

  private final RedisStore store;
  private final JobScheduler scheduler;
  private final RecurringReader reader;
  private final UnbegunReader unbegun;

  public RecurringKeeper(RedisStore store, JobScheduler scheduler) {
    this.store = store;
    this.scheduler = scheduler;
    this.reader = new RecurringReader(store);
    this.unbegun = new UnbegunReader(store);
  }

  public CompletionStage<List<RecurringJob.View>> views(String queue) {
    return reader.read(queue).thenApply(AllSeen::views);
  }

  /** All definitions of a queue with their ticks. */
  public CompletionStage<List<RecurringState>> states(String queue) {
    return reader.read(queue).thenApply(all -> all.inUse().map(Seen::state).toList());
  }

  /** What scripts need to know of jobs that must not overlap others of their definition. */
  CompletionStage<Function<JobHead, RecordCodec.@Nullable Tick>> exclusive(
      String queue, List<WholeJob> jobs) {
    if (jobs.stream().noneMatch(job -> QueueShards.isTick(job.head().id()))) {
      return Stages.done(head -> null);
    }
    return states(queue)
        .thenApply(all -> {
          Map<String, RecurringJob> exclusive = new HashMap<>();
          all.stream()
              .filter(RecurringState::isExclusive)
              .forEach(one -> exclusive.put(one.job().name(), one.job()));
          return head -> {
            int at = QueueShards.isTick(head.id()) ? head.id().lastIndexOf('@') : 0;
            RecurringJob definition = exclusive.get(head.id().substring(0, at));
            return definition == null ? null : RecordCodec.Tick.of(definition, head.firstDueAt());
          };
        });
  }

  /** Schedules a run of a definition for now; empty if there is no such definition. */
  public CompletionStage<Optional<Scheduled>> runNow(
      String queue, String name, Durability durability) {
    return reader
        .read(queue)
        .thenCompose(all -> {
          Seen seen = all.definitions().get(name);
          if (seen == null || seen.state().isRemoved()) {
            return Stages.done(Optional.empty());
          }
          RecurringJob definition = seen.state().job();
          CompletionStage<Scheduled> run =
              seen.state().isExclusive()
                  ? runAlone(queue, definition, all.now(), durability)
                  : scheduler
                      .schedule(queue, List.of(definition.jobAt(all.now())), durability)
                      .thenApply(results -> results.get(0));
          return run.thenApply(Optional::of);
        });
  }

  private CompletionStage<Scheduled> runAlone(
      String queue, RecurringJob definition, long now, Durability durability) {
    JobSpec job = definition.jobAt(now);
    byte[] record = RecordCodec.write(job, RecordCodec.Tick.of(definition, now));
    return store
        .makeIfLive(
            store.home(queue), "run_recurring", Arguments.of(job.id(), record, now), durability)
        .thenApply(answer -> {
          ScriptReply reply = answer.orElseThrow();
          Outcome outcome = Outcome.of(reply.number("outcome"));
          return outcome == Outcome.IS_RUNNING
              ? Scheduled.refused(job.id(), RecurringJob.overlaps(definition.name()))
              : JobScheduler.result(queue, job, outcome, reply.number("due"), reply.reached());
        });
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
    return reader
        .read(queue, edit)
        .thenCompose(all -> {
          Seen before = all.definitions().get(name);
          return before != null && before.state().isDue(all.now())
              ? makeTicks(queue, before, all.now())
                  .thenCompose(ticked ->
                      ticked.asksAt() > 0
                          ? reader
                              .read(queue, edit)
                              .thenCompose(now -> change(queue, name, edit, now, attemptsLeft))
                          : edit(queue, name, edit, attemptsLeft - 1))
              : change(queue, name, edit, all, attemptsLeft);
        });
  }

  /** Changes a definition whose ticks up to now are made. */
  private CompletionStage<RecurringResult> change(
      String queue, String name, RecurringEdit edit, AllSeen all, int attemptsLeft) {
    Seen before = all.definitions().get(name);
    RecurringState known = before == null ? null : before.state();
    if (!edit.appliesTo(known)) {
      return Stages.done(RecurringResult.changedMeanwhile());
    }
    Optional<RecurringState> after = edit.after(known, all.now());
    return after.isEmpty()
        ? Stages.done(RecurringResult.unknown())
        : store(queue, all, edit, after.get())
            .thenCompose(stored ->
                stored.isEmpty()
                    ? edit(queue, name, edit, attemptsLeft - 1)
                    : Stages.done(RecurringResult.done(stored.get())));
  }

  /** Stores the result of a change; answers empty if the definition has changed meanwhile. */
  private CompletionStage<Optional<RecurringJob.View>> store(
      String queue, AllSeen all, RecurringEdit edit, RecurringState after) {
    Seen before = all.definitions().get(after.job().name());
    Withdrawal withdrawal =
        before == null ? Withdrawal.NONE : edit.withdrawal(before.state(), after);
    if (before == null || withdrawal == Withdrawal.NONE) {
      return store(queue, all, after, List.of());
    }
    return unbegun
        .all(queue, before.state(), all.now())
        .thenCompose(unbegunTicks -> {
          List<Long> withdrawn = withdrawal.of(before.state(), unbegunTicks, all.now());
          RecurringState state = withdrawal.without(withdrawn, after, all.now());
          return withdrawFirst(queue, before, withdrawn)
              .thenCompose(last ->
                  last.isEmpty()
                      ? Stages.done(Optional.empty())
                      : store(queue, all, state, last.get()));
        });
  }

  /** Withdraws what is too much for one step; answers the rest, empty if it has changed. */
  private CompletionStage<Optional<List<Long>>> withdrawFirst(
      String queue, Seen before, List<Long> ticks) {
    if (ticks.size() <= WITHDRAWN_PER_STEP) {
      return Stages.done(Optional.of(ticks));
    }
    List<Long> first = ticks.subList(0, WITHDRAWN_PER_STEP);
    return store
        .make(
            store.home(queue),
            "put_recurring",
            swap(before.state(), before.stored(), before.stored(), first))
        .thenCompose(reply ->
            reply.isTrue("done")
                ? withdrawFirst(queue, before, ticks.subList(WITHDRAWN_PER_STEP, ticks.size()))
                : Stages.done(Optional.empty()));
  }

  private CompletionStage<Optional<RecurringJob.View>> store(
      String queue, AllSeen all, RecurringState state, List<Long> withdrawn) {
    Stored stored = Stored.of(state);
    Stored known = all.stored().getOrDefault(state.job().name(), Stored.NOTHING);
    return store
        .make(store.home(queue), "put_recurring", swap(state, known, stored, withdrawn))
        .thenCompose(reply ->
            reply.isTrue("done")
                ? stored(queue, reply.number("now"), new Seen(state, stored, Set.of(), 0))
                : Stages.done(Optional.empty()));
  }

  private static Arguments swap(
      RecurringState definition, Stored before, Stored after, List<Long> withdrawn) {
    Arguments arguments =
        Arguments.of(
            definition.job().name(),
            before.definition(),
            before.ticks(),
            after.definition(),
            after.ticks(),
            after.owner());
    return UnbegunReader.with(arguments, definition, withdrawn);
  }

  private CompletionStage<Optional<RecurringJob.View>> stored(String queue, long now, Seen one) {
    noteNext(queue, now, one);
    return makeTicks(queue, one, now)
        .thenCompose(made -> reader.read(queue))
        .thenApply(all -> {
          // The answer tells the version that this change made, not one of a later change.
          Seen seen = all.definitions().get(one.name());
          return Optional.of(
              seen == null || seen.state().version() != one.state().version()
                  ? one.view(now)
                  : seen.view(now));
        });
  }

  private void noteNext(String queue, long now, Seen one) {
    long next = one.nextAt();
    if (next != ClaimResult.NEVER) {
      store.notes().note(queue, now, next);
    }
  }

  /** Makes missing ticks, and forgets definitions that were removed long ago. */
  public CompletionStage<Maintenance> makeAll(String queue) {
    return reader
        .read(queue)
        .thenCompose(all -> {
          AtomicInteger ticksLeft = new AtomicInteger(TICKS_PER_STEP);
          List<Seen> seen = List.copyOf(all.definitions().values());
          return Stages.<Seen, Long>inTurn(seen, one -> see(queue, one, all.now(), ticksLeft))
              .thenApply(last ->
                  new Maintenance(
                      0,
                      0,
                      TICKS_PER_STEP - ticksLeft.get(),
                      0,
                      0,
                      0,
                      last.stream().mapToLong(Long::longValue).min().orElse(ClaimResult.NEVER)));
        });
  }

  /**
   * Does what a definition needs; answers when it needs something again.
   *
   * @param ticksLeft how many more jobs may be made in this step
   */
  private CompletionStage<Long> see(String queue, Seen one, long now, AtomicInteger ticksLeft) {
    if (one.state().forgetAt() > now) {
      return makeTicks(queue, one, now, ticksLeft).thenApply(Seen::nextAt);
    }
    return store
        .ifThere(
            store.home(queue),
            "put_recurring",
            swap(one.state(), one.stored(), Stored.NOTHING, List.of()))
        .thenApply(done -> ClaimResult.NEVER);
  }

  private CompletionStage<Seen> makeTicks(String queue, Seen one, long now) {
    return makeTicks(queue, one, now, new AtomicInteger(TICKS_PER_STEP));
  }

  private CompletionStage<Seen> makeTicks(
      String queue, Seen one, long now, AtomicInteger ticksLeft) {
    return one.state().isDue(now)
        ? makeTick(queue, one, one.state().withoutOldest(now), now, ticksLeft)
        : Stages.done(one);
  }

  private CompletionStage<Seen> makeTick(
      String queue, Seen one, RecurringState state, long now, AtomicInteger ticksLeft) {
    if (!state.isDue(now) || ticksLeft.get() == 0) {
      return Stages.done(one);
    }
    RecurringState.Step step = state.step(now);
    return store
        .ifThere(store.home(queue), "tick", arguments(one, state, step, now))
        .thenCompose(answer -> {
          long made = answer.map(reply -> reply.number("made")).orElse(OTHER_WAS_FIRST);
          if (made == OTHER_WAS_FIRST) {
            return Stages.done(one);
          }
          boolean isHeld = made == HELD;
          long asksAt = isHeld ? Math.min(step.tick(), now + ASK_AGAIN_MILLIS) : 0;
          Seen later = one.after(answer.orElseThrow().bytes("ticks"), asksAt);
          if (isHeld) {
            // Without a note: a note makes maintenance, which comes back by itself, look again.
            return Stages.done(later);
          }
          if (made == MADE) {
            ticksLeft.decrementAndGet();
          }
          noteNext(queue, now, later);
          return makeTick(queue, later, later.state(), now, ticksLeft);
        });
  }

  private static Arguments arguments(
      Seen one, RecurringState state, RecurringState.Step step, long now) {
    RecurringState after = step.after();
    JobSpec job = state.job().jobAt(step.tick());
    long latest = state.latest(step, now);
    boolean takesOver = state.job().missed() == MissedTicks.LATEST;
    Arguments arguments =
        Arguments.of(
            one.name(),
            one.stored().definition(),
            one.stored().ticks(),
            RecurringCodec.writeTicks(after),
            step.tick(),
            step.makesJob() ? job.id() : "",
            step.makesJob() ? RecordCodec.write(job, mark(after, step.tick())) : NONE,
            state.job().idAt(latest),
            latest,
            takesOver ? 1 : 0);
    return UnbegunReader.with(arguments, state, state.before(latest));
  }

  /** What scripts need to know of a tick: they cannot read its schedule. */
  private static RecordCodec.Tick mark(RecurringState state, long tick) {
    long missedAt = state.missedAt(tick);
    if (missedAt == ClaimResult.NEVER) {
      return RecordCodec.Tick.of(state.job(), tick);
    }
    boolean takesOver = state.job().missed() == MissedTicks.LATEST;
    return new RecordCodec.Tick(
        tick,
        missedAt,
        takesOver ? "@" + Instant.ofEpochMilli(missedAt) : "",
        state.job().rules().overlap());
  }
}
