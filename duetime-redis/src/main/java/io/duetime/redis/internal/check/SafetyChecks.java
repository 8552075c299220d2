package io.duetime.redis.internal.check;

import io.duetime.engine.Finding;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Reports what is lost when a server, its machine or its disk fails. */
final class SafetyChecks {
  private static final String PERSISTENCE = "persistence";
  private static final String REPLICAS = "replicas";

  private SafetyChecks() {}

  static List<Finding> of(ServerFacts facts) {
    return List.of(persistence(facts), replicas(facts));
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
