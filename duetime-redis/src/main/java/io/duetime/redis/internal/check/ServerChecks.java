package io.duetime.redis.internal.check;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.redis.internal.check.ServerSelfCheck.ServerFacts;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import io.duetime.redis.internal.store.PlainReply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Checks that the engine supports a server, and that the server has room and sees its whole
 * cluster. Reports what is lost when the server, its machine or its disk fails.
 */
final class ServerChecks {
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");
  private static final int FULL_PERCENT = 95;
  private static final int FILLING_PERCENT = 80;
  private static final String SET_NOEVICTION = "set maxmemory-policy to noeviction";

  private static final String PERSISTENCE = "persistence";
  private static final String REPLICAS = "replicas";
  private static final String CLUSTER = "cluster";
  private static final long SLOTS = 16_384;

  private ServerChecks() {}

  /**
   * Of a server.
   *
   * @param nodes how many nodes the engine knows that take writes
   */
  static List<Finding> of(ServerFacts facts, int nodes) {
    List<Finding> all = new ArrayList<>();
    all.add(version(facts));
    all.add(role(facts));
    all.add(eviction(facts));
    all.add(memory(facts));
    if (facts.says("cluster_enabled", "1")) {
      all.add(cluster(facts, nodes));
    }
    all.add(persistence(facts));
    all.add(replicas(facts));
    return all;
  }

  private static Finding version(ServerFacts facts) {
    boolean isValkey = facts.text("valkey_version").isPresent();
    String name = isValkey ? "Valkey" : "Redis";
    String version = facts.text(isValkey ? "valkey_version" : "redis_version").orElse("");
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return facts.unknown("version", "see that it is Redis 6.2 or later, or Valkey 7.2 or later");
    }
    int number = Integer.parseInt(parts.group(1)) * 100 + Integer.parseInt(parts.group(2));
    return number >= (isValkey ? 702 : 602)
        ? facts.ok("version", name + " " + version)
        : facts.failure(
            "version",
            name + " " + version + " is older than what the scripts are written for",
            "use Redis 6.2 or later, or Valkey 7.2 or later");
  }

  private static Finding role(ServerFacts facts) {
    if (facts.text("role").isEmpty()) {
      return facts.unknown("role", "see that it is a master");
    }
    return facts.says("role", "master")
        ? facts.ok("role", "a master")
        : facts.failure(
            "role",
            "a replica: it takes no writes",
            "name the master, or let Sentinel or Cluster name it (redis-sentinel:, redis-cluster:)");
  }

  private static Finding eviction(ServerFacts facts) {
    String policy = facts.text("maxmemory_policy").orElse("");
    if (policy.isEmpty()) {
      return facts.unknown("eviction", SET_NOEVICTION);
    }
    if (policy.equals("noeviction") || policy.startsWith("volatile")) {
      return facts.ok("eviction", policy + ": no job is evicted, as none expires");
    }
    return facts.says("maxmemory", "0")
        ? facts.warning(
            "eviction", policy + ": once maxmemory is set, jobs will vanish", SET_NOEVICTION)
        : facts.failure("eviction", policy + ": jobs vanish when memory runs out", SET_NOEVICTION);
  }

  private static Finding memory(ServerFacts facts) {
    OptionalLong used = facts.number("used_memory");
    OptionalLong limit = facts.number("maxmemory");
    if (used.isEmpty() || limit.isEmpty()) {
      return facts.unknown("memory", "see how much is used, and how much there may be");
    }
    if (limit.getAsLong() > 0) {
      return share(facts, used.getAsLong(), limit.getAsLong(), "maxmemory");
    }
    OptionalLong machine = facts.number("total_system_memory");
    return machine.isEmpty()
        ? facts.ok("memory", mebibytes(used.getAsLong()) + " used, no limit")
        : share(facts, used.getAsLong(), machine.getAsLong(), "the machine's, as no limit is set");
  }

  private static Finding share(ServerFacts facts, long used, long limit, String ofWhat) {
    long percent = used * 100 / Math.max(1, limit);
    String message =
        "%s of %s used (%d %%), %s".formatted(mebibytes(used), mebibytes(limit), percent, ofWhat);
    if (percent >= FULL_PERCENT) {
      return facts.failure(
          "memory", message + ": new jobs are about to be refused", "make room now");
    }
    return percent >= FILLING_PERCENT
        ? facts.warning("memory", message, "make room, or split queues over a cluster")
        : facts.ok("memory", message);
  }

  private static Finding cluster(ServerFacts facts, int nodes) {
    if (facts.text("cluster_state").isEmpty()) {
      return facts.unknown(CLUSTER, "see that CLUSTER INFO says cluster_state:ok");
    }
    long slots = facts.number("cluster_slots_ok").orElse(0);
    if (!facts.says("cluster_state", "ok") || slots < SLOTS) {
      return facts.failure(
          CLUSTER,
          slots + " of " + SLOTS + " slots are served: queues in other slots are unavailable",
          "bring their nodes back, or give the slots to others");
    }
    long size = facts.number("cluster_size").orElse(1);
    return size > nodes
        ? facts.failure(
            CLUSTER,
            "a node of a cluster of " + size + ", of which " + nodes + " are in use",
            "open it as redis-cluster:")
        : facts.ok(CLUSTER, "all slots are served, by " + size + " nodes");
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / 1_048_576.0);
  }

  private static Finding persistence(ServerFacts facts) {
    if (facts.text("aof_enabled").isEmpty()) {
      return facts.unknown(PERSISTENCE, "see that appendonly is yes");
    }
    return facts.says("aof_enabled", "1") ? log(facts) : snapshots(facts);
  }

  private static Finding log(ServerFacts facts) {
    if (facts.says("aof_last_write_status", "err")) {
      return facts.failure(
          PERSISTENCE, "the append-only file cannot be written", "see to the server's disk");
    }
    String often = facts.text("config appendfsync").orElse("");
    return switch (often) {
      case "always" -> facts.ok(PERSISTENCE, "an append-only file, fsynced before each answer");
      case "everysec" ->
          facts.ok(
              PERSISTENCE,
              "an append-only file, fsynced every second: the end of the machine may cost the last"
                  + " two seconds");
      case "no" ->
          facts.warning(
              PERSISTENCE,
              "an append-only file that is never fsynced: the end of the machine may cost half a"
                  + " minute",
              "set appendfsync to everysec or always");
      default -> facts.unknown("fsync", "see that appendfsync is everysec or always");
    };
  }

  private static Finding snapshots(ServerFacts facts) {
    if (facts.says("rdb_last_bgsave_status", "err")) {
      return facts.failure(
          PERSISTENCE, "the last snapshot could not be written", "see to the server's disk");
    }
    String when = facts.text("config save").orElse("unknown");
    return when.isEmpty()
        ? facts.failure(
            PERSISTENCE,
            "neither append-only file nor snapshots: a restart loses every job",
            "set appendonly to yes")
        : facts.warning(
            PERSISTENCE,
            "no append-only file: a restart loses all that came after the last snapshot, if any",
            "set appendonly to yes");
  }

  private static Finding replicas(ServerFacts facts) {
    OptionalLong connected = facts.number("connected_slaves");
    if (connected.isEmpty()) {
      return facts.unknown(REPLICAS, "see that a replica follows");
    }
    long count = connected.getAsLong();
    if (count == 0) {
      return facts.warning(
          REPLICAS,
          "none: if the server fails, its jobs are unavailable, and durability by replicas is never"
              + " reached",
          "run a replica, with Sentinel or Cluster");
    }
    long online =
        LongStream.range(0, count)
            .filter(i -> facts.text("slave" + i).orElse("").contains("state=online"))
            .count();
    return online == count
        ? facts.ok(REPLICAS, count + " connected")
        : facts.warning(
            REPLICAS,
            online + " of " + count + " have caught up",
            "wait, or see why the others do not");
  }

  /**
   * Compares the clock of each server with that of this process and with those of the other
   * servers. Asks each server several times and uses the quickest answer. Also reports how long
   * answers take.
   */
  record ClockChecks(RedisLink link, TimeSource time) {
    private static final int SAMPLES = 9;
    private static final long MOST_SKEW_MILLIS = 500;
    private static final long SLOW_MICROS = 20_000;
    private static final String SYNCHRONIZE = "synchronize the clocks (NTP)";

    /** Several samples of one server, the quickest first. */
    CompletionStage<List<ClockSample>> samples(Node node) {
      return Stages.inTurn(Collections.nCopies(SAMPLES, node), this::sample)
          .thenApply(all ->
              all.stream().sorted(Comparator.comparingLong(ClockSample::roundTripMicros)).toList());
    }

    private CompletionStage<ClockSample> sample(Node node) {
      long sentMicros = time.millis() * 1_000;
      long sentNanos = time.nanoTime();
      return link.ask(node, "TIME")
          .thenApply(reply ->
              ClockSample.of(
                  node,
                  (List<?>) Objects.requireNonNull(reply),
                  sentMicros,
                  (time.nanoTime() - sentNanos) / 1_000));
    }

    /** The findings from the samples of one server. */
    static List<Finding> of(ServerFacts facts, List<ClockSample> samples) {
      ClockSample best = samples.get(0);
      long skew = best.skewMillis();
      long median = samples.get(samples.size() / 2).roundTripMicros();
      String took =
          "an answer takes %s ms at best, %s ms in the middle"
              .formatted(millis(best.roundTripMicros()), millis(median));
      return List.of(
          skew <= MOST_SKEW_MILLIS
              ? facts.ok("clock", "as here, to " + skew + " ms")
              : facts.warning(
                  "clock",
                  "at least "
                      + skew
                      + " ms off the one here; the server's decides when jobs are due",
                  SYNCHRONIZE),
          best.roundTripMicros() <= SLOW_MICROS
              ? facts.ok("latency", took)
              : facts.warning(
                  "latency",
                  took + ": jobs start at least as late",
                  "run it nearer, or see what keeps it busy"));
    }

    /** The findings from the best samples of several servers. */
    static List<Finding> among(List<ClockSample> best) {
      if (best.size() < 2) {
        return List.of();
      }
      List<Long> skews = new ArrayList<>();
      best.forEach(one -> best.forEach(other -> skews.add(one.skewMillis(other))));
      long most = skews.stream().flatMapToLong(LongStream::of).max().orElse(0);
      return List.of(
          most <= MOST_SKEW_MILLIS
              ? new Finding("clocks of all nodes", Verdict.OK, "alike, to " + most + " ms", "")
              : new Finding(
                  "clocks of all nodes",
                  Verdict.WARNING,
                  "at least " + most + " ms apart: due times mean different moments on them",
                  SYNCHRONIZE));
    }

    private static String millis(long micros) {
      return String.format(Locale.ROOT, "%.1f", micros / 1_000.0);
    }

    /**
     * How far a server's clock differed from that of this process.
     *
     * @param node the server
     * @param aheadMicros how far the server's clock is ahead, if question and answer took equally
     *     long
     * @param roundTripMicros how long both took together; half of it is how wrong the former may be
     */
    record ClockSample(Node node, long aheadMicros, long roundTripMicros) {
      /** What a server answered to TIME between two moments of this process. */
      static ClockSample of(Node node, List<?> time, long sentMicros, long roundTripMicros) {
        long seconds = PlainReply.number(time.get(0));
        long server = seconds * 1_000_000 + PlainReply.number(time.get(1));
        return new ClockSample(node, server - sentMicros - roundTripMicros / 2, roundTripMicros);
      }

      /** How far apart the clocks are at least. */
      long skewMillis() {
        return Math.max(0, Math.abs(aheadMicros) - roundTripMicros / 2) / 1_000;
      }

      /** How far apart two servers' clocks are at least. */
      long skewMillis(ClockSample other) {
        long apart = Math.abs(aheadMicros - other.aheadMicros);
        return Math.max(0, apart - (roundTripMicros + other.roundTripMicros) / 2) / 1_000;
      }
    }
  }
}
