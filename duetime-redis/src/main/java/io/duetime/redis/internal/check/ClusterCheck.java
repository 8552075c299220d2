package io.duetime.redis.internal.check;

import io.duetime.engine.Finding;
import java.util.List;

/** Whether a node of a cluster sees all of it at work. */
final class ClusterCheck {
  private static final String TOPIC = "cluster";
  private static final long SLOTS = 16_384;

  private ClusterCheck() {}

  /**
   * Of a node.
   *
   * @param nodes how many nodes the engine knows that take writes
   */
  static List<Finding> of(Facts facts, int nodes) {
    if (!facts.says("cluster_enabled", "1")) {
      return List.of();
    }
    if (facts.text("cluster_state").isEmpty()) {
      return List.of(facts.unknown(TOPIC, "see that CLUSTER INFO says cluster_state:ok"));
    }
    return List.of(stateOf(facts, nodes));
  }

  private static Finding stateOf(Facts facts, int nodes) {
    long slots = facts.number("cluster_slots_ok").orElse(0);
    if (!facts.says("cluster_state", "ok") || slots < SLOTS) {
      return facts.failure(
          TOPIC,
          slots + " of " + SLOTS + " slots are served: queues in the others are away",
          "bring their nodes back, or give the slots to others");
    }
    long size = facts.number("cluster_size").orElse(1);
    return size > nodes
        ? facts.failure(
            TOPIC,
            "a node of a cluster of " + size + ", of which " + nodes + " are in use",
            "open it as redis-cluster:")
        : facts.ok(TOPIC, "all slots are served, by " + size + " nodes");
  }
}
