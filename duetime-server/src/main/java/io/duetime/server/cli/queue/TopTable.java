package io.duetime.server.cli.queue;

import io.duetime.server.cli.terminal.Screen;
import io.duetime.server.cli.terminal.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A table of queues that fits a screen; moments are shown relative to now. */
final class TopTable {
  private final Table table =
      new Table("QUEUE", "DELAYED", "READY", "RUNNING", "DEAD", "OLDEST", "NEXT", "");
  private final Instant now;
  private int queues;

  TopTable(JsonNode answer, Instant now) {
    this.now = now;
    answer.path("queues").forEach(this::row);
  }

  /** The rows that fit, and the number of the others. */
  List<String> lines(Screen.Size room) {
    List<String> lines = table.lines(room.columns());
    if (lines.size() <= room.rows()) {
      return lines;
    }
    int shown = Math.max(1, room.rows() - 1);
    List<String> some = new ArrayList<>(lines.subList(0, shown));
    some.add("and " + (queues + 1 - shown) + " more");
    return some;
  }

  private void row(JsonNode queue) {
    queues++;
    JsonNode counts = queue.path("counts");
    table.row(
        queue.path("queue").asString(),
        counts.path("delayed").asLong(),
        counts.path("ready").asLong(),
        counts.path("running").asLong(),
        counts.path("dead").asLong(),
        distance(queue.path("oldestReady")),
        distance(queue.path("nextDue")),
        queue.path("paused").asBoolean() ? "paused" : "");
  }

  private String distance(JsonNode moment) {
    return moment.isString()
        ? brief(Duration.between(now, Instant.parse(moment.stringValue())).abs())
        : "-";
  }

  private static String brief(Duration time) {
    if (time.toMinutes() == 0) {
      return time.toSeconds() + "s";
    }
    if (time.toHours() == 0) {
      return time.toMinutes() + "m";
    }
    return time.toDays() < 2 ? time.toHours() + "h" : time.toDays() + "d";
  }
}
