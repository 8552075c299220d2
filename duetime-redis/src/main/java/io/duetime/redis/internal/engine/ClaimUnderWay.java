package io.duetime.redis.internal.engine;

import io.duetime.Limits;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.shard.QueueShards;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** One claim on its way from call to call; touched by one answer at a time. */
final class ClaimUnderWay {
  /** When to come back to a shard that could not be asked. */
  static final long AFTER_FAILURE_MILLIS = 1_000;

  /** Calls that took nothing although there was something due: they settle losses and expiries. */
  private static final int MOST_IDLE_CALLS = 20;

  final String queue;
  final ClaimRequest request;
  final boolean isWatched;
  final ClaimedJobs jobs;
  final Set<ShardId> asked = new HashSet<>();
  long now;
  volatile @Nullable Throwable failure;
  private final UpkeepNotes upkeep;
  private long sealed;
  private int idleCalls;
  private int shards;
  private long comeBackAt = ClaimResult.NEVER;
  private long number;
  private long noneUntil;
  private boolean isMoreElsewhere;
  private volatile boolean isMissing;
  private final Queue<Late> late = new ConcurrentLinkedQueue<>();

  ClaimUnderWay(
      String queue,
      ClaimRequest request,
      boolean isWatched,
      DamagedJobs damaged,
      UpkeepNotes upkeep) {
    this.queue = queue;
    this.request = request;
    this.isWatched = isWatched;
    this.jobs = new ClaimedJobs(damaged);
    this.upkeep = upkeep;
  }

  /** A shard that takes long to answer. */
  record Late(ShardId shard, CompletionStage<Optional<Reply>> answer) {}

  /** The shard asked for, or all, without those that have been asked. */
  List<ShardId> notAsked(QueueShards shards) {
    ShardId wanted = request.shard();
    // A shard that is gone, or never was, has nothing to be waited for.
    List<ShardId> all =
        new ArrayList<>(wanted != null && shards.contains(wanted) ? List.of(wanted) : shards.all());
    this.shards = all.size();
    all.removeAll(asked);
    return all;
  }

  /** A shard cannot be asked: what others have given is not lost for that. */
  void failed(Throwable shardFailure) {
    failure = Stages.cause(shardFailure);
  }

  /** The others go on without a shard that takes long to answer. */
  void late(ShardId shard, CompletionStage<Optional<Reply>> answer) {
    isMissing = true;
    late.add(new Late(shard, answer));
  }

  /** Those that have not answered in time, each told once. */
  List<Late> takeLate() {
    List<Late> taken = new ArrayList<>();
    for (Late one = late.poll(); one != null; one = late.poll()) {
      taken.add(one);
    }
    return taken;
  }

  /** About as many shards as another. */
  ClaimUnderWay as(ClaimUnderWay other) {
    shards = other.shards;
    return this;
  }

  /** Whether it is about one shard, for which it waits whatever that takes. */
  boolean isAlone() {
    return shards < 2;
  }

  /** Does without a shard that is away. */
  void miss(ShardId shard) {
    isMissing = true;
    asked.add(shard);
  }

  /** Reads the head of an answer; tells when to come back to its shard. */
  long hear(Reply reply) {
    now = Math.max(now, reply.number());
    upkeep.hear(queue, now, reply);
    sealed = Math.max(sealed, reply.number());
    long comeBack = reply.moment();
    number = reply.number();
    return comeBack;
  }

  boolean isSealedBeyond(QueueShards shards) {
    return sealed > shards.newest().number();
  }

  /** Whether to ask a shard again; if not, what it said is all there is to it. */
  boolean isMoreIn(ShardId shard, long comeBack, int taken) {
    idleCalls = taken == 0 ? idleCalls + 1 : 0;
    if (!isFull() && (isMoreDue(comeBack) || (request.dueBeforeMillis() != null && taken > 0))) {
      return true;
    }
    comeBack(comeBack);
    asked.add(shard);
    idleCalls = 0;
    return false;
  }

  /** Whether more of what is asked for is due, as far as one can tell. */
  private boolean isMoreDue(long comeBack) {
    Long before = request.dueBeforeMillis();
    return comeBack <= now && (before == null || before > now) && idleCalls < MOST_IDLE_CALLS;
  }

  void comeBack(long moment) {
    comeBackAt = Math.min(comeBackAt, moment);
  }

  /** The limits that shards share allow no more before a moment, whichever of them is asked. */
  void noPermitsUntil(long moment) {
    noneUntil = Math.max(noneUntil, moment);
  }

  /** Whether no other shard has to be asked. */
  boolean isOver() {
    return isFull() || noneUntil > now;
  }

  /** Leaves a shard out: it may have more, but not for this claim. */
  void leave(ShardId shard) {
    if (isFull()) {
      isMoreElsewhere = true;
    } else {
      comeBack(noneUntil);
      asked.add(shard);
    }
  }

  boolean isFull() {
    return jobs.size() >= request.max() || jobs.payloadBytes() >= Limits.MAX_CLAIM_BYTES;
  }

  ClaimResult result() {
    return resultAt(now);
  }

  ClaimResult resultAt(long moment) {
    // A shard that was not asked may have more.
    long comeBack = isMoreElsewhere ? moment : comeBackAt;
    return new ClaimResult(
        jobs.jobs(),
        moment,
        failure == null && !isMissing
            ? comeBack
            : Math.min(comeBack, moment + AFTER_FAILURE_MILLIS),
        isAlone() ? number : 0);
  }
}
