package io.duetime.redis.internal.admin;

import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Maintenance;
import io.duetime.engine.support.Calls;
import io.duetime.redis.internal.admin.QueueMaintainer.Done;
import io.duetime.redis.internal.admin.QueueMaintainer.MaintenanceRound;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.PlainReply.Scored;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains the queues whose maintenance is due. All processes share this work; doing it twice is
 * harmless. A queue whose maintenance fails is put off and delays no other queue. In turns the
 * processes also sweep over the names of all queues, to find queues whose note was lost.
 */
public final class StoreMaintainer {
  private static final Logger LOG = LoggerFactory.getLogger(StoreMaintainer.class);
  private static final int QUEUES_PER_STEP = 100;
  private static final int QUEUES_PER_SWEEP = 50;
  private static final long SWEEP_PAUSE_MILLIS = 5_000;
  private static final long WHOLE_SWEEP_MILLIS = 120_000;

  /** When to look again at a queue whose maintenance failed. */
  private static final long AFTER_FAILURE_MILLIS = 5_000;

  private final RedisStore store;
  private final QueueMaintainer queues;
  private volatile long nextSweepAt;
  private final Set<String> failing = ConcurrentHashMap.newKeySet();

  public StoreMaintainer(RedisStore store, QueueMaintainer queues) {
    this.store = store;
    this.queues = queues;
  }

  public CompletionStage<Maintenance> step() {
    return look(QUEUES_PER_STEP)
        .thenCompose(seen ->
            sweep(seen.now).thenCompose(swept -> swept ? look(QUEUES_PER_STEP) : Stages.done(seen)))
        .thenCompose(seen -> {
          List<Scored> inNeed = seen.inNeed();
          MaintenanceRound round = new MaintenanceRound(store.link(), seen.now);
          return inNeed.isEmpty()
              ? Stages.done(Maintenance.NOTHING.comeBackAt(seen.first()))
              : Stages.inTurn(inNeed, noted -> see(noted, round)).thenCompose(this::untilNext);
        });
  }

  /** Sweeps if a turn is due; answers whether a queue was noted for maintenance. */
  private CompletionStage<Boolean> sweep(long now) {
    if (now < nextSweepAt && nextSweepAt <= now + WHOLE_SWEEP_MILLIS) {
      return Stages.done(false);
    }
    return store
        .run("sweep", Arguments.of(QUEUES_PER_SWEEP, SWEEP_PAUSE_MILLIS, WHOLE_SWEEP_MILLIS))
        .thenCompose(answer -> noteAll(answer))
        .exceptionally(failure -> {
          LOG.debug("The sweep over all queues failed and is repeated", failure);
          return false;
        });
  }

  private CompletionStage<Boolean> noteAll(ScriptReply reply) {
    long now = reply.number("now");
    nextSweepAt = reply.number("nextAt");
    List<CompletionStage<Boolean>> notes =
        Calls.each(
            reply.each(),
            row ->
                store
                    .run("note_maintenance", Arguments.of(row.text("queue"), now))
                    .thenApply(noted -> true));
    return Stages.together(notes).thenApply(noted -> !noted.isEmpty());
  }

  private CompletionStage<Maintenance> untilNext(List<Maintenance> parts) {
    Maintenance all = parts.stream().reduce(Maintenance.NOTHING, Maintenance::plus);
    return look(1).thenApply(next -> all.comeBackAt(next.first()));
  }

  /** The queues that need maintenance first. */
  private record Seen(long now, List<Scored> noted) {
    List<Scored> inNeed() {
      return noted.stream().filter(queue -> queue.score() <= now).toList();
    }

    long first() {
      return noted.isEmpty() ? ClaimResult.NEVER : noted.get(0).score();
    }
  }

  private CompletionStage<Seen> look(int limit) {
    return store
        .run("maintenance_due", Arguments.of(limit))
        .thenApply(answer -> {
          ScriptReply reply = answer;
          return new Seen(
              reply.number("now"),
              Calls.each(
                  reply.each(),
                  row -> new Scored(row.text("queue"), PlainReply.number(row.bytes("moment")))));
        });
  }

  private CompletionStage<Maintenance> see(Scored noted, MaintenanceRound round) {
    return queues
        .see(noted.member(), round)
        .thenCompose(seen ->
            noteNext(noted, next(seen, round))
                .thenApply(written -> {
                  tell(noted.member(), seen.failure());
                  return seen.all();
                }));
  }

  private static long next(Done seen, MaintenanceRound round) {
    long next = seen.all().comeBackAtMillis();
    return seen.failure() == null ? next : Math.min(next, round.nowMillis() + AFTER_FAILURE_MILLIS);
  }

  private void tell(String queue, @Nullable Throwable failure) {
    if (failure == null) {
      if (failing.remove(queue)) {
        LOG.info("The maintenance of queue {} works again", queue);
      }
    } else if (failing.add(queue)) {
      LOG.warn(
          "The maintenance of queue {} failed; it is repeated every {} ms: {}",
          queue,
          AFTER_FAILURE_MILLIS,
          failure.getMessage());
    }
  }

  private CompletionStage<ScriptReply> noteNext(Scored noted, long next) {
    store.notes().forget(noted.member());
    return store.run(
        "maintenance_done",
        Arguments.of(
            noted.member(), noted.score(), next == ClaimResult.NEVER ? "" : Long.toString(next)));
  }
}
