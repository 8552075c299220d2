package io.duetime.redis.internal.epoch;

import io.duetime.redis.internal.call.ScriptReply;
import io.duetime.redis.internal.call.ShardCounters;
import io.duetime.redis.internal.shard.QueueShards.Epoch;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is left of an epoch in all its shards.
 *
 * @param fence the last one that the shards gave
 * @param left the numbers of jobs of each kind, and the counters of the shards; a home shard keeps
 *     its own counters
 */
record EpochRemains(long fence, ShardCounters left) {
  private static final List<String> JOBS =
      List.of("jobs", "waiting", "running", "dead", "remembered");
  private static final List<String> ALL =
      Stream.concat(JOBS.stream(), Stream.of("leaving", "aside", "copies")).toList();

  static final EpochRemains NOTHING = new EpochRemains(0, ShardCounters.NOTHING);

  /** Reads what is left in one shard. */
  static EpochRemains read(ScriptReply reply) {
    return new EpochRemains(reply.number("fence"), ShardCounters.read(reply, ALL));
  }

  EpochRemains plus(EpochRemains other) {
    return new EpochRemains(Math.max(fence, other.fence), left.plus(other.left));
  }

  /** Leaves out what stays in a home shard when its epoch is dropped. */
  EpochRemains ofHome() {
    return new EpochRemains(
        fence, left.without(List.of("aside", "copies")).without(ShardCounters.EVENTS));
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

  /** Describes what is left of an epoch. */
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
