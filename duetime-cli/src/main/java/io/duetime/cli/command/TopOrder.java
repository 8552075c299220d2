package io.duetime.cli.command;

import io.duetime.InvalidRequestException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;
import tools.jackson.databind.JsonNode;

/** By what the rows of {@code top} are sorted; each has a key. */
enum TopOrder {
  /** By the name of the queue. */
  NAME('n'),
  /** Most delayed jobs first. */
  DELAYED('d'),
  /** Most ready jobs first. */
  READY('r'),
  /** Most running jobs first. */
  RUNNING('u'),
  /** Most dead jobs first. */
  DEAD('x'),
  /** The queue whose ready job has waited longest first. */
  OLDEST('o');

  private final char key;

  TopOrder(char key) {
    this.key = key;
  }

  /** Parses the name of an order; upper and lower case are the same. */
  static TopOrder parse(String field, String name) {
    return Arrays.stream(values())
        .filter(order -> order.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException(field, name, Arrays.toString(values())));
  }

  /** Finds the order of a key; upper and lower case are the same. */
  static Optional<TopOrder> ofKey(int key) {
    return Arrays.stream(values())
        .filter(order -> order.key == Character.toLowerCase(key))
        .findFirst();
  }

  /** The keys and what they sort by, for the head of the screen. */
  static String legend() {
    StringBuilder legend = new StringBuilder("sort:");
    for (TopOrder order : values()) {
      legend.append(' ').append(order.key).append(' ').append(order.word());
    }
    return legend.toString();
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The queues of an answer in this order; those that are equal by name. */
  List<JsonNode> sorted(JsonNode answer) {
    return answer.path("queues").valueStream().sorted(comparator()).toList();
  }

  private Comparator<JsonNode> comparator() {
    Comparator<JsonNode> byName = Comparator.comparing(queue -> queue.path("queue").asString());
    return switch (this) {
      case NAME -> byName;
      case OLDEST -> Comparator.comparing(TopOrder::oldest).thenComparing(byName);
      case DELAYED, READY, RUNNING, DEAD ->
          most(queue -> queue.path("counts").path(word()).asLong()).thenComparing(byName);
    };
  }

  private static Comparator<JsonNode> most(ToLongFunction<JsonNode> count) {
    return Comparator.comparingLong(count).reversed();
  }

  /** A moment as text, which sorts by time; a queue without a ready job comes last. */
  private static String oldest(JsonNode queue) {
    return queue.path("oldestReady").asString("~");
  }
}
