package io.duetime.redis.internal.engine;

import io.duetime.engine.QueueCounts.Events;
import io.duetime.redis.internal.shard.QueueShards.Epoch;

/**
 * What is left of an epoch, over all its shards, and the last fence that they gave.
 *
 * @param jobs those of every state
 * @param leaving jobs on their way to the newest epoch
 * @param aside jobs that were set aside
 * @param copies copies of dead jobs that are still to be made
 * @param events what its shards have counted; a home shard keeps its own
 */
record EpochRemains(
    long fence,
    long jobs,
    long waiting,
    long running,
    long dead,
    long remembered,
    long leaving,
    long aside,
    long copies,
    Events events) {
  static final EpochRemains NOTHING = new EpochRemains(0, 0, 0, 0, 0, 0, 0, 0, 0, EventSums.NONE);

  /** Of one shard, as it tells. */
  static EpochRemains read(Reply reply) {
    return new EpochRemains(
        reply.number("fence"),
        reply.number("jobs"),
        reply.number("waiting"),
        reply.number("running"),
        reply.number("dead"),
        reply.number("remembered"),
        reply.number("leaving"),
        reply.number("aside"),
        reply.number("copies"),
        EventSums.read(reply));
  }

  EpochRemains plus(EpochRemains other) {
    return new EpochRemains(
        Math.max(fence, other.fence),
        jobs + other.jobs,
        waiting + other.waiting,
        running + other.running,
        dead + other.dead,
        remembered + other.remembered,
        leaving + other.leaving,
        aside + other.aside,
        copies + other.copies,
        EventSums.sum(events, other.events));
  }

  /** Without what may stay in a home shard, which no epoch takes along. */
  EpochRemains ofHome() {
    return new EpochRemains(
        fence, jobs, waiting, running, dead, remembered, leaving, 0, 0, EventSums.NONE);
  }

  EpochRemains withoutJobs() {
    return new EpochRemains(fence, 0, 0, 0, 0, 0, leaving, aside, copies, events);
  }

  boolean isNothing() {
    return jobs + leaving + aside + copies == 0;
  }

  /** Whether some of it can be carried to the newest epoch. */
  boolean canBeCarried() {
    return dead + remembered + leaving + aside > 0;
  }

  /** What is left of this epoch, in words. */
  String of(Epoch epoch) {
    return ("epoch %d of %d shards with %d jobs waiting, %d running, %d dead, %d remembered, %d on"
            + " their way to the newest epoch, %d set aside, %d others and %d copies to be made")
        .formatted(
            epoch.number(),
            epoch.shards(),
            waiting,
            running,
            dead,
            remembered,
            leaving,
            aside,
            jobs - waiting - running - dead - remembered,
            copies);
  }
}
