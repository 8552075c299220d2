package io.duetime.redis.internal.check;

import io.duetime.engine.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
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
          slots + " of " + SLOTS + " slots are served: queues in the others are away",
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
          "none: while the server is away so are its jobs, and durability by replicas is never"
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
}
