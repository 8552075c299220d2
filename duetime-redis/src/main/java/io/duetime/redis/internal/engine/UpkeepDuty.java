package io.duetime.redis.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Maintenance;
import io.duetime.redis.internal.engine.Scores.Scored;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what must happen by itself, for the queues that need it by now. All processes share it: what
 * several do at once is harmless.
 */
final class UpkeepDuty {
  private static final Logger LOG = LoggerFactory.getLogger(UpkeepDuty.class);
  private static final int QUEUES_PER_STEP = 100;

  /**
   * How often epochs are looked at that wait to become empty, and queues that cannot be seen to.
   */
  private static final long LOOK_AGAIN_MILLIS = 5_000;

  private final Store store;
  private final ShardOpener opener;
  private final SettingsSpreader spreader;
  private final EpochDropper dropper;
  private final ShardCaller caller;
  private final RecurringKeeper recurring;
  private final CopyMaker copies;
  private final UpkeepNotes notes;
  private final QueueSweeper sweeper;
  private final Script maintain;
  private final Script done;
  private final Script due;

  UpkeepDuty(
      Store store,
      ShardCaller caller,
      UpkeepNotes notes,
      RecurringKeeper recurring,
      CopyMaker copies,
      ShardOpener opener) {
    this.store = store;
    this.opener = opener;
    this.spreader = new SettingsSpreader(store, caller, opener);
    this.dropper = new EpochDropper(store, caller, opener);
    this.caller = caller;
    this.notes = notes;
    this.sweeper = new QueueSweeper(store);
    this.recurring = recurring;
    this.copies = copies;
    this.maintain = store.script("maintain");
    this.done = store.script("upkeep_done");
    this.due = store.script("upkeep_due");
  }

  CompletionStage<Maintenance> step() {
    return look(QUEUES_PER_STEP)
        .thenCompose(seen ->
            sweeper
                .sweep(seen.now)
                .thenCompose(swept -> swept ? look(QUEUES_PER_STEP) : Stages.done(seen)))
        .thenCompose(seen -> {
          List<Scored> inNeed = seen.inNeed();
          return inNeed.isEmpty()
              ? Stages.done(Maintenance.NOTHING.comeBackAt(seen.first()))
              : Stages.inTurn(inNeed, this::see).thenCompose(this::untilNext);
        });
  }

  private CompletionStage<Maintenance> untilNext(List<Maintenance> parts) {
    Maintenance all = parts.stream().reduce(Maintenance.NOTHING, Maintenance::plus);
    return look(1).thenApply(next -> all.comeBackAt(next.first()));
  }

  /** The queues that need upkeep first. */
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
        .run(due, new Arguments().add(limit))
        .thenApply(answer -> {
          Reply reply = new Reply(answer, Durability.Reached.NOTHING);
          long now = reply.number();
          List<Scored> noted = new ArrayList<>();
          while (reply.hasMore()) {
            noted.add(new Scored(reply.text(), Scores.read(reply.bytes())));
          }
          return new Seen(now, noted);
        });
  }

  private CompletionStage<Maintenance> see(Scored noted) {
    return lookAfter(noted).exceptionallyCompose(failure -> putOff(noted, failure));
  }

  /**
   * A queue that cannot be looked after holds up no other: it is seen to again a little later. That
   * the store does not answer is for the caller to hear besides.
   */
  private CompletionStage<Maintenance> putOff(Scored noted, Throwable failure) {
    Throwable cause = Stages.cause(failure);
    boolean isOfQueue = isOfQueue(cause);
    if (isOfQueue) {
      LOG.warn(
          "The upkeep of queue {} failed; it is tried again in {} ms: {}",
          noted.member(),
          LOOK_AGAIN_MILLIS,
          cause.getMessage());
    }
    return store
        .time()
        .nowMillis()
        .thenCompose(now -> noteNext(noted, now + LOOK_AGAIN_MILLIS))
        .thenCompose(later ->
            isOfQueue ? Stages.done(Maintenance.NOTHING) : CompletableFuture.failedStage(cause));
  }

  private static boolean isOfQueue(Throwable cause) {
    return cause instanceof DuetimeException failure
        && failure.code() != ErrorCode.STORE_UNAVAILABLE
        && failure.code() != ErrorCode.OUTCOME_UNKNOWN;
  }

  private CompletionStage<Maintenance> lookAfter(Scored noted) {
    return opener
        .home(noted.member())
        .thenCompose(home ->
            Stages.inTurn(
                    home.shards().all(),
                    shard -> see(store.keys().shard(noted.member(), shard), home.changes()))
                .thenApply(parts -> parts.stream().reduce(Maintenance.NOTHING, Maintenance::plus))
                .thenCompose(soFar ->
                    home.shards().older().isEmpty() && home.dropping().isEmpty()
                        ? Stages.done(soFar)
                        : dropEpochs(noted.member(), soFar)))
        .thenCompose(soFar ->
            recurring
                .makeAll(noted.member())
                .thenApply(
                    made -> soFar.plus(new Maintenance(0, 0, made.made(), 0, 0, made.nextAt()))))
        .thenCompose(all -> noteNext(noted, all.comeBackAtMillis()).thenApply(written -> all));
  }

  private CompletionStage<Maintenance> dropEpochs(String queue, Maintenance soFar) {
    return dropper
        .drop(queue)
        .thenCompose(left ->
            left.isEmpty()
                ? Stages.done(soFar)
                : store
                    .time()
                    .nowMillis()
                    .thenApply(now ->
                        soFar.plus(Maintenance.NOTHING.comeBackAt(now + LOOK_AGAIN_MILLIS))));
  }

  private CompletionStage<Maintenance> see(ShardKeys shard, long changes) {
    return caller
        .ifThere(shard, maintain, new Arguments())
        .thenCompose(answer ->
            answer
                .map(reply -> withSettings(shard, changes, reply))
                .orElseGet(() -> Stages.done(Maintenance.NOTHING)));
  }

  /** Tells a shard the settings that a change which was cut off has not told it. */
  private CompletionStage<Maintenance> withSettings(ShardKeys shard, long changes, Reply reply) {
    boolean isBehind = shard.shard().epoch() > 0 && reply.peek(6) < changes;
    return (isBehind ? spreader.spread(shard.queue()) : Stages.done(true))
        .thenCompose(done -> withCopies(shard, reply));
  }

  private CompletionStage<Maintenance> withCopies(ShardKeys shard, Reply reply) {
    reply.number();
    int lost = (int) reply.number();
    int expired = (int) reply.number();
    int forgotten = (int) reply.number();
    boolean hasCopies = reply.number() > 0;
    long nextAt = reply.moment();
    return (hasCopies ? copies.makeSome(shard) : Stages.done(0))
        .thenApply(made -> new Maintenance(lost, expired, 0, forgotten, made, nextAt));
  }

  private CompletionStage<@Nullable Object> noteNext(Scored noted, long next) {
    notes.forget(noted.member());
    return store.run(
        done,
        new Arguments()
            .add(noted.member())
            .add(noted.score())
            .add(next == ClaimResult.NEVER ? "" : Long.toString(next)));
  }
}
