package io.duetime.redis.internal.admin;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Maintenance;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Calls;
import io.duetime.engine.support.DeadLimitWarner;
import io.duetime.redis.internal.admin.StoreMaintainer.QueueMaintainer.Done;
import io.duetime.redis.internal.admin.StoreMaintainer.QueueMaintainer.MaintenanceRound;
import io.duetime.redis.internal.epoch.EpochDropper;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.PlainReply.Scored;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.ShardOpener.Home;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
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
        .thenApply(reply ->
            new Seen(
                reply.number("now"),
                Calls.each(
                    reply.each(),
                    row -> new Scored(row.text("queue"), PlainReply.number(row.bytes("moment"))))));
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

  /** Maintains one queue. A part that fails delays no other part. */
  public static final class QueueMaintainer {
    /** How often epochs are checked that are not empty yet. */
    private static final long LOOK_AGAIN_MILLIS = 5_000;

    private final RedisStore store;
    private final QueueKeeper settings;
    private final EpochDropper dropper;
    private final QueueDeleter deleter;
    private final RecurringKeeper recurring;
    private final DeadCopyMaker copies;
    private final ConcurrentMap<String, DeadLimitWarner> warners = new ConcurrentHashMap<>();

    public QueueMaintainer(
        RedisStore store,
        RecurringKeeper recurring,
        DeadCopyMaker copies,
        QueueKeeper settings,
        EpochDropper dropper,
        QueueDeleter deleter) {
      this.store = store;
      this.settings = settings;
      this.dropper = dropper;
      this.deleter = deleter;
      this.recurring = recurring;
      this.copies = copies;
    }

    /**
     * The result of maintenance.
     *
     * @param all what was done
     * @param failure why something was not done, or null
     */
    record Done(Maintenance all, @Nullable Throwable failure) {
      static final Done NOTHING = new Done(Maintenance.NOTHING, null);

      public static Done failed(Throwable failure) {
        return new Done(Maintenance.NOTHING, Stages.cause(failure));
      }

      public Done plus(Done other) {
        return new Done(all.plus(other.all), failure == null ? other.failure : failure);
      }
    }

    /** Does a bounded part of it. Never fails. */
    CompletionStage<Done> see(String queue, MaintenanceRound round) {
      ShardKeys home = store.home(queue);
      return round
          .on(home, () -> store.opener().home(queue))
          .thenCompose(known -> Stages.inTurn(parts(home, known, round), QueueMaintainer::attempt))
          .thenApply(done -> done.stream().reduce(Done.NOTHING, Done::plus))
          .exceptionally(Done::failed);
    }

    private static CompletionStage<Done> attempt(Supplier<CompletionStage<Maintenance>> part) {
      return part.get().thenApply(all -> new Done(all, null)).exceptionally(Done::failed);
    }

    private List<Supplier<CompletionStage<Maintenance>>> parts(
        ShardKeys home, Home known, MaintenanceRound round) {
      String queue = home.queue();
      if (known.deletingSince() > 0) {
        return List.of(() -> finishDeletion(queue, known.deletingSince(), round.nowMillis()));
      }
      List<Supplier<CompletionStage<Maintenance>>> parts = new ArrayList<>();
      for (ShardId one : known.shards().all()) {
        ShardKeys shard = store.shard(queue, one);
        parts.add(() -> round.on(shard, () -> see(shard, known.changes())));
      }
      if (!known.shards().older().isEmpty() || !known.dropping().isEmpty()) {
        parts.add(() -> dropEpochs(queue, round.nowMillis()));
      }
      parts.add(() -> round.on(home, () -> recurring.makeAll(queue)));
      return parts;
    }

    /** Continues a deletion that was cut off. */
    private CompletionStage<Maintenance> finishDeletion(String queue, long since, long nowMillis) {
      long dueAt = QueueDeleter.dueAt(since);
      return dueAt > nowMillis
          ? Stages.done(Maintenance.NOTHING.comeBackAt(dueAt))
          : deleter.delete(queue).thenApply(done -> Maintenance.NOTHING);
    }

    private CompletionStage<Maintenance> see(ShardKeys shard, long changes) {
      return store
          .ifThere(shard, "maintain", new Arguments())
          .thenCompose(answer ->
              answer.isEmpty()
                  ? Stages.done(Maintenance.NOTHING)
                  : finish(shard, changes, answer.get()));
    }

    /** Writes settings that an interrupted change has not written, and makes copies. */
    private CompletionStage<Maintenance> finish(ShardKeys shard, long changes, ScriptReply reply) {
      boolean isBehind = shard.shard().epoch() > 0 && reply.number("changes") < changes;
      return (isBehind ? settings.spread(shard.queue()) : Stages.done(true))
          .thenCompose(done -> {
            warn(shard, reply.number("dead"), reply.number("maxDead"));
            return reply.number("copies") > 0 ? copies.makeSome(shard) : Stages.done(0);
          })
          .thenApply(made ->
              new Maintenance(
                  (int) reply.number("lost"),
                  (int) reply.number("expired"),
                  0,
                  (int) reply.number("forgotten"),
                  (int) reply.number("deadDropped"),
                  made,
                  reply.moment("nextAt")));
    }

    private void warn(ShardKeys shard, long dead, long maxDead) {
      String place =
          shard.shard().equals(ShardId.ONLY)
              ? "Queue " + shard.queue()
              : "Shard " + shard.shard() + " of queue " + shard.queue();
      if (maxDead == 0) {
        warners.remove(place);
      } else {
        warners.computeIfAbsent(place, DeadLimitWarner::new).saw(dead, maxDead);
      }
    }

    private CompletionStage<Maintenance> dropEpochs(String queue, long nowMillis) {
      return dropper
          .drop(queue)
          .thenApply(left ->
              left.isEmpty()
                  ? Maintenance.NOTHING
                  : Maintenance.NOTHING.comeBackAt(nowMillis + LOOK_AGAIN_MILLIS));
    }

    /**
     * One step of maintenance: its moment, and the nodes that have not answered in it. These nodes
     * are not asked again, since each question would wait for the patience of the link.
     */
    static final class MaintenanceRound {
      private final RedisLink link;
      private final long nowMillis;
      private final Set<Node> silent = ConcurrentHashMap.newKeySet();

      /** A round at a moment by the store's clock. */
      MaintenanceRound(RedisLink link, long nowMillis) {
        this.link = link;
        this.nowMillis = nowMillis;
      }

      long nowMillis() {
        return nowMillis;
      }

      /** Does something on a shard, unless its node has been silent before. */
      <T> CompletionStage<T> on(ShardKeys shard, Supplier<CompletionStage<T>> call) {
        try {
          Node node = link.nodeOf(shard.key("meta"));
          if (silent.contains(node)) {
            return CompletableFuture.failedStage(unavailable(node));
          }
          return call.get().whenComplete((answer, failure) -> note(node, failure));
        } catch (RuntimeException unknownNode) {
          return CompletableFuture.failedStage(unknownNode);
        }
      }

      private void note(Node node, @Nullable Throwable failure) {
        if (failure != null
            && Stages.cause(failure) instanceof DuetimeException why
            && (why.code() == ErrorCode.STORE_UNAVAILABLE
                || why.code() == ErrorCode.OUTCOME_UNKNOWN)) {
          silent.add(node);
        }
      }

      private static RetryableException unavailable(Node node) {
        return new RetryableException(
            ErrorCode.STORE_UNAVAILABLE, node + " did not answer a moment ago");
      }
    }
  }
}
