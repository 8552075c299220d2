package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.Maintenance;
import io.duetime.redis.internal.engine.Scores.Scored;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Does what must happen by itself, for the queues that need it by now. All processes share it: what
 * several do at once is harmless.
 */
final class UpkeepDuty {
  private static final int QUEUES_PER_STEP = 100;

  private final Store store;
  private final ShardCaller caller;
  private final RecurringKeeper recurring;
  private final CopyMaker copies;
  private final UpkeepNotes notes;
  private final Script maintain;
  private final Script done;

  UpkeepDuty(
      Store store,
      ShardCaller caller,
      UpkeepNotes notes,
      RecurringKeeper recurring,
      CopyMaker copies) {
    this.store = store;
    this.caller = caller;
    this.notes = notes;
    this.recurring = recurring;
    this.copies = copies;
    this.maintain = store.script("maintain");
    this.done = store.script("upkeep_done");
  }

  CompletionStage<Maintenance> step() {
    return store
        .time()
        .nowMillis()
        .thenCompose(now -> range("-inf", Long.toString(now), QUEUES_PER_STEP))
        .thenCompose(inNeed -> Stages.inTurn(inNeed, this::see))
        .thenCompose(parts -> {
          Maintenance all = parts.stream().reduce(Maintenance.NOTHING, Maintenance::plus);
          return range("-inf", "+inf", 1).thenApply(next -> all.comeBackAt(first(next)));
        });
  }

  private static long first(List<Scored> noted) {
    return noted.isEmpty() ? ClaimResult.NEVER : noted.get(0).score();
  }

  private CompletionStage<List<Scored>> range(String from, String to, int limit) {
    return store
        .link()
        .read(
            "ZRANGEBYSCORE",
            store.keys().upkeep(),
            ascii(from),
            ascii(to),
            ascii("WITHSCORES"),
            ascii("LIMIT"),
            ascii("0"),
            ascii(Integer.toString(limit)))
        .thenApply(Scores::readAll);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private CompletionStage<Maintenance> see(Scored noted) {
    return store
        .shards()
        .of(noted.member())
        .thenCompose(shards ->
            Stages.inTurn(shards.all(), shard -> see(store.keys().shard(noted.member(), shard))))
        .thenApply(parts -> parts.stream().reduce(Maintenance.NOTHING, Maintenance::plus))
        .thenCompose(soFar ->
            recurring
                .makeAll(noted.member())
                .thenApply(
                    made -> soFar.plus(new Maintenance(0, 0, made.made(), 0, 0, made.nextAt()))))
        .thenCompose(all -> noteNext(noted, all.comeBackAtMillis()).thenApply(written -> all));
  }

  private CompletionStage<Maintenance> see(ShardKeys shard) {
    return caller
        .ifThere(shard, maintain, new Arguments())
        .thenCompose(answer ->
            answer
                .map(reply -> withCopies(shard, reply))
                .orElseGet(() -> Stages.done(Maintenance.NOTHING)));
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
