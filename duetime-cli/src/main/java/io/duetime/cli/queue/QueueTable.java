package io.duetime.cli.queue;

import io.duetime.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A table of queues: name, counts, the oldest ready job, the next due time, the state. */
final class QueueTable {
  private final Table table =
      new Table("QUEUE", "DELAYED", "READY", "RUNNING", "DEAD", "OLDEST READY", "NEXT DUE", "");

  QueueTable(List<JsonNode> queues) {
    queues.forEach(this::row);
  }

  List<String> lines() {
    return table.lines();
  }

  private void row(JsonNode queue) {
    JsonNode counts = queue.path("counts");
    table.row(
        queue.path("queue").asString(),
        counts.path("delayed").asLong(),
        counts.path("ready").asLong(),
        counts.path("running").asLong(),
        counts.path("dead").asLong(),
        queue.path("oldestReady").asString("-"),
        queue.path("nextDue").asString("-"),
        state(queue));
  }

  /** Whether a queue is paused, where it is handed over to, and whether that fails. */
  static String state(JsonNode queue) {
    List<String> states = new ArrayList<>();
    if (queue.path("paused").asBoolean()) {
      states.add("paused");
    }
    if (queue.path("handOver").isObject()) {
      String target = queue.path("handOver").path("target").asString();
      boolean fails = queue.path("targetDown").isObject();
      states.add(fails ? "hand-over to " + target + " fails" : "to " + target);
    }
    return String.join(", ", states);
  }
}
