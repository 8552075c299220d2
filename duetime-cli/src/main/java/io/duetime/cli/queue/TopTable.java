package io.duetime.cli.queue;

import io.duetime.cli.queue.QueueRates.Rate;
import io.duetime.cli.terminal.Screen;
import io.duetime.cli.terminal.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A table of queues that fits a screen; moments are shown relative to now. */
final class TopTable {
  private static final String NONE = "-";

  private final List<JsonNode> queues;
  private final Instant now;

  TopTable(List<JsonNode> queues, Instant now) {
    this.queues = queues;
    this.now = now;
  }

  /** The rows that fit, with the rates of their queues, and the number of the others. */
  List<String> lines(Screen.Size room, Function<String, Optional<Rate>> rates) {
    // The head needs a row, and the number of the others another.
    boolean isAll = queues.size() < room.rows();
    int shown = isAll ? queues.size() : Math.max(0, room.rows() - 2);
    Table table =
        new Table(
            "QUEUE", "DELAYED", "READY", "RUNNING", "DEAD", "IN/S", "OUT/S", "OLDEST", "NEXT", "");
    queues.subList(0, shown).forEach(queue -> row(table, queue, rates));
    List<String> lines = new ArrayList<>(table.lines(room.columns()));
    if (!isAll) {
      lines.add("and " + (queues.size() - shown) + " more");
    }
    return lines;
  }

  private void row(Table table, JsonNode queue, Function<String, Optional<Rate>> rates) {
    JsonNode counts = queue.path("counts");
    Optional<Rate> rate = rates.apply(queue.path("queue").asString());
    table.row(
        queue.path("queue").asString(),
        counts.path("delayed").asLong(),
        counts.path("ready").asLong(),
        counts.path("running").asLong(),
        counts.path("dead").asLong(),
        rate.map(Rate::in).map(Math::round).map(String::valueOf).orElse(NONE),
        rate.map(Rate::out).map(Math::round).map(String::valueOf).orElse(NONE),
        distance(queue.path("oldestReady")),
        distance(queue.path("nextDue")),
        QueueTable.state(queue));
  }

  private String distance(JsonNode moment) {
    return moment.isString()
        ? brief(Duration.between(now, Instant.parse(moment.stringValue())).abs())
        : NONE;
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
