package io.duetime.cli.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The arithmetic of {@code docs/capacity.md}: what a job costs each kind of store, measured on two
 * cores, and what follows from it for a load.
 */
final class Capacity {
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  /** The share of a thread's time that a plan may use, so that jobs do not queue up. */
  private static final int FULL_PERCENT = 60;

  private static final int MOST_MASTERS = 64;

  /** Redis: bytes of memory beside id and payload; microseconds of its thread. */
  private static final Costs REDIS = new Costs(200, 11, 11);

  /** The folder: bytes on the disk beside id and payload; microseconds of the store's threads. */
  private static final Costs FOLDER = new Costs(60, 13, 13);

  /** What Redis takes beside its jobs, by fragmentation and buffers. */
  private static final double REDIS_MEMORY = 1.25;

  /** A log is rewritten when it has doubled, and the new one is written beside it. */
  private static final double REDIS_LOG = 3;

  /** Files of the folder also hold deleted jobs, until they are rewritten. */
  private static final double FOLDER_FILES = 2;

  /** Heap, cache and write buffers of a process with a folder. */
  private static final long FOLDER_MEMORY = 512L << 20;

  private static final long FOLDER_DISK = 384L << 20;

  /** Microseconds of a server's processors, for jobs over HTTP. */
  private static final Costs SERVER = new Costs(0, 40, 22);

  /** Shards lie on masters by chance; with several for each, masters are about equally busy. */
  private static final int SHARDS_OF_MASTER = 4;

  private Capacity() {}

  /** What one job takes. */
  private record Costs(int bytes, double scheduleMicros, double runMicros) {}

  /**
   * What a load needs at most.
   *
   * @param handlersAtOnce so many keep up at the peak
   * @param serverCores of servers, if all callers use HTTP
   */
  record Plan(
      long scheduledPerSecond,
      long duePerSecond,
      long waitingJobs,
      long handlersAtOnce,
      long serverCores,
      List<Way> stores) {}

  /**
   * A store for the load.
   *
   * @param shards of the queue
   * @param memoryBytes of all its nodes, without replicas
   * @param busyPercent of the thread that limits it; more than 100 if it falls behind
   * @param lateMillis the last job of a burst; 0 if the store keeps up
   */
  record Way(
      String store,
      int shards,
      long memoryBytes,
      long diskBytes,
      int busyPercent,
      long lateMillis) {}

  /** Computes it; {@code share} of a day's jobs is due within {@code window}. */
  static Plan plan(
      long perDay, int bytes, Duration horizon, double share, Duration window, Duration handler) {
    double scheduled = perDay * 1_000.0 / DAY_MILLIS;
    double burst = perDay * share;
    double due = Math.max(scheduled, burst * 1_000 / window.toMillis());
    double ahead = horizon.toMillis() / 1_000.0;
    // Of a burst that takes longer than the horizon, not all wait at once.
    double waiting = Math.max(scheduled * ahead, Math.min(burst, due * ahead));
    Load load = new Load(scheduled, due, waiting, bytes, window);
    List<Way> ways = new ArrayList<>();
    ways.add(load.folder());
    int masters = 0;
    do {
      masters = masters < 4 ? masters + 1 : masters * 2;
      ways.add(load.redis(masters));
    } while (last(ways).busyPercent() > FULL_PERCENT && masters < MOST_MASTERS);
    double http = (scheduled * SERVER.scheduleMicros + due * SERVER.runMicros) / 1e6;
    return new Plan(
        rounded(scheduled),
        rounded(due),
        rounded(waiting),
        rounded(due * handler.toMillis() / 1_000),
        rounded(http * 100 / FULL_PERCENT),
        ways);
  }

  private static long rounded(double value) {
    return Math.max(1, (long) Math.ceil(value));
  }

  private static Way last(List<Way> ways) {
    return ways.get(ways.size() - 1);
  }

  private record Load(double scheduled, double due, double waiting, int bytes, Duration window) {

    Way folder() {
      double stored = waiting * (FOLDER.bytes + bytes) * FOLDER_FILES + FOLDER_DISK;
      return way("a folder", FOLDER, 1, 1, FOLDER_MEMORY, stored);
    }

    Way redis(int masters) {
      double stored = waiting * (REDIS.bytes + bytes);
      String name = masters == 1 ? "Redis" : "Redis Cluster, " + masters + " masters";
      int shards = masters == 1 ? 1 : masters * SHARDS_OF_MASTER;
      return way(name, REDIS, masters, shards, stored * REDIS_MEMORY, stored * REDIS_LOG);
    }

    private Way way(String name, Costs costs, int nodes, int shards, double memory, double disk) {
      double scheduling = scheduled * costs.scheduleMicros / 1e6 / nodes;
      double running = due * costs.runMicros / 1e6 / nodes;
      double room = Math.max(0.01, 1 - scheduling);
      double behind = Math.max(0, running / room - 1);
      return new Way(
          name,
          shards,
          (long) memory,
          (long) disk,
          (int) Math.min(1_000_000, Math.ceil((scheduling + running) * 100)),
          Math.round(window.toMillis() * behind));
    }
  }
}
