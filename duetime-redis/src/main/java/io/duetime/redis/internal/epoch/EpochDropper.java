package io.duetime.redis.internal.epoch;

import io.duetime.async.Stages;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.QueueShards.Epoch;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.ShardCounters;
import io.duetime.redis.internal.store.ShardOpener.Home;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Drops older epochs when their shards are empty. These shards are sealed, so that an empty shard
 * stays empty. Before an epoch is dropped, the fences of the newest shards are raised beyond its
 * own.
 */
public record EpochDropper(RedisStore store, EpochCarrier carrier) {
  /** Drops empty epochs; answers what is left of the oldest epoch that is not empty. */
  public CompletionStage<Optional<String>> drop(String queue) {
    return store.opener().home(queue).thenCompose(home -> drop(queue, home));
  }

  private CompletionStage<Optional<String>> drop(String queue, Home home) {
    if (!home.dropping().isEmpty()) {
      return remove(queue, home.text(), QueueShards.parse(home.dropping()).newest())
          .thenCompose(done -> drop(queue));
    }
    if (home.shards().older().isEmpty()) {
      return Stages.done(Optional.empty());
    }
    return dropFirstEmpty(queue, home, home.shards().older());
  }

  private CompletionStage<Optional<String>> dropFirstEmpty(
      String queue, Home home, List<Epoch> epochs) {
    Epoch epoch = epochs.get(0);
    return look(queue, home, epoch)
        .thenCompose(left -> withoutEnded(queue, home, epoch, left))
        .thenCompose(left -> {
          if (left.isNothing()) {
            return drop(queue, home, epoch, left).thenCompose(done -> drop(queue));
          }
          List<Epoch> behind = epochs.subList(1, epochs.size());
          Optional<String> blocking = Optional.of(left.of(epoch));
          return behind.isEmpty()
              ? Stages.done(blocking)
              : dropFirstEmpty(queue, home, behind).thenApply(other -> blocking);
        });
  }

  /**
   * Carries ended jobs to the newest epoch: dead jobs may stay for ever, and remembered ones for as
   * long as the retention of the queue.
   */
  private CompletionStage<EpochRemains> withoutEnded(
      String queue, Home home, Epoch epoch, EpochRemains left) {
    if (!left.canBeCarried()) {
      return Stages.done(left);
    }
    return Stages.inTurn(
            epoch.all(), shard -> carrier.carry(store.shard(queue, shard), home.shards()))
        .thenCompose(carried -> look(queue, home, epoch));
  }

  private CompletionStage<EpochRemains> look(String queue, Home home, Epoch epoch) {
    // The home shard was sealed when the epoch was published. A home shard that is not sealed
    // belongs to a store that was emptied; a seal would keep it closed for ever.
    Arguments newest = Arguments.of(epoch.number() == 0 ? 0 : home.shards().newest().number());
    CompletionStage<EpochRemains> all =
        Stages.together(epoch.all().stream().map(shard -> look(queue, shard, newest)).toList())
            .thenApply(parts -> parts.stream().reduce(EpochRemains.NOTHING, EpochRemains::plus));
    return epoch.number() > 0 ? all : all.thenCompose(left -> withoutTicks(queue, left.ofHome()));
  }

  private CompletionStage<EpochRemains> look(String queue, ShardId shard, Arguments newest) {
    return store
        .makeIfLive(store.shard(queue, shard), "retire", newest)
        .thenApply(answer -> answer.map(EpochRemains::read).orElse(EpochRemains.NOTHING));
  }

  // Ticks of recurring jobs stay in the home shard. A sealed shard gets no new id, so a scan of all
  // ids that finds only ticks proves that the shard has no other job.
  private CompletionStage<EpochRemains> withoutTicks(String queue, EpochRemains left) {
    return !left.hasJobs()
        ? Stages.done(left)
        : store
            .scan(store.home(queue).key("jobs"), (id, record) -> QueueShards.isTick(id))
            .thenApply(alone -> alone ? left.withoutJobs() : left);
  }

  // First the fences, then the list, then the keys: each step may be the last one before a crash,
  // and is repeated. The counters of the shards move to the home shard in the same script as the
  // list, so that they count once.
  private CompletionStage<Boolean> drop(String queue, Home home, Epoch epoch, EpochRemains left) {
    QueueShards shards = home.shards();
    String without =
        shards.epochs().stream()
            .filter(other -> !other.equals(epoch))
            .map(Epoch::toString)
            .collect(Collectors.joining(","));
    String removing = epoch.number() == 0 ? "" : epoch.toString();
    return Stages.inTurn(
            shards.newest().all(),
            shard -> store.opener().raise(store.shard(queue, shard), home, left.fence()))
        .thenCompose(raised -> list(queue, home.text(), without, removing, left.left()))
        .thenCompose(isListed ->
            isListed && epoch.number() > 0 ? remove(queue, without, epoch) : Stages.done(isListed));
  }

  private CompletionStage<Boolean> list(
      String queue, String seen, String now, String removing, ShardCounters counted) {
    Arguments arguments = Arguments.of(seen, now, removing);
    ShardCounters.EVENTS.forEach(event -> arguments.add(counted.of(event)));
    counted.ofTasks().forEach((name, number) -> arguments.add(name).add(number));
    return store
        .ifThere(store.home(queue), "drop_epoch", arguments)
        .thenApply(answer -> {
          if (answer.isEmpty() || !answer.get().isTrue("done")) {
            return false;
          }
          store.shards().learn(queue, now);
          return true;
        });
  }

  private CompletionStage<Boolean> remove(String queue, String listed, Epoch epoch) {
    return Stages.inTurn(
            epoch.all(),
            shard -> store.run(store.shard(queue, shard), "delete_shard", Arguments.of(1, 0)))
        .thenCompose(removed -> list(queue, listed, listed, "", ShardCounters.NOTHING));
  }

  /**
   * What is left of an epoch in all its shards.
   *
   * @param fence the last one that the shards gave
   * @param left the numbers of jobs of each kind, and the counters of the shards; a home shard
   *     keeps its own counters
   */
  record EpochRemains(long fence, ShardCounters left) {
    private static final List<String> JOBS =
        List.of("jobs", "waiting", "running", "dead", "remembered");
    private static final List<String> ALL =
        Stream.concat(JOBS.stream(), Stream.of("leaving", "aside", "copies")).toList();

    static final EpochRemains NOTHING = new EpochRemains(0, ShardCounters.NOTHING);

    static EpochRemains read(ScriptReply reply) {
      return new EpochRemains(
          reply.number("fence"), ShardCounters.read(reply, ALL).plus(ofTasks(reply)));
    }

    private static ShardCounters ofTasks(ScriptReply reply) {
      return new ShardCounters(
          reply.each().stream()
              .collect(Collectors.toMap(row -> row.text("name"), row -> row.number("number"))));
    }

    EpochRemains plus(EpochRemains other) {
      return new EpochRemains(Math.max(fence, other.fence), left.plus(other.left));
    }

    /** Leaves out what stays in a home shard when its epoch is dropped. */
    EpochRemains ofHome() {
      ShardCounters leaving = left.without(List.of("aside", "copies"));
      return new EpochRemains(
          fence,
          leaving.without(ShardCounters.EVENTS).without(List.copyOf(left.ofTasks().keySet())));
    }

    EpochRemains withoutJobs() {
      return new EpochRemains(fence, left.without(JOBS));
    }

    boolean hasJobs() {
      return left.of("jobs") > 0;
    }

    boolean isNothing() {
      return !hasJobs() && left.of("leaving") + left.of("aside") + left.of("copies") == 0;
    }

    /** Whether some of it can be carried to the newest epoch. */
    boolean canBeCarried() {
      return left.of("dead") + left.of("remembered") + left.of("leaving") + left.of("aside") > 0;
    }

    String of(Epoch epoch) {
      long ended = left.of("dead") + left.of("remembered");
      return ("epoch %d of %d shards with %d jobs waiting, %d running, %d dead, %d remembered, %d on"
              + " their way to the newest epoch, %d set aside, %d others and %d copies to be made")
          .formatted(
              epoch.number(),
              epoch.shards(),
              left.of("waiting"),
              left.of("running"),
              left.of("dead"),
              left.of("remembered"),
              left.of("leaving"),
              left.of("aside"),
              left.of("jobs") - left.of("waiting") - left.of("running") - ended,
              left.of("copies"));
    }
  }
}
