package io.duetime.cli.command;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerReply;
import io.duetime.client.http.ApiPath;
import io.duetime.server.json.JsonTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Reads the list of queues, and says which have never been used. */
public final class QueueList {
  /** Name, counts, the oldest ready job, the next due time, the state. */
  static final Columns COLUMNS =
      counts()
          .with("OLDEST READY", "oldestReady", "-")
          .with("NEXT DUE", "nextDue", "-")
          .with("", QueueList::state);

  private QueueList() {}

  /** The columns with the name and the counts of a queue. */
  static Columns counts() {
    return new Columns()
        .with("QUEUE", "queue")
        .with("DELAYED", "counts/delayed", "0")
        .with("READY", "counts/ready", "0")
        .with("RETRYING", "counts/retrying", "0")
        .with("RUNNING", "counts/running", "0")
        .with("DEAD", "counts/dead", "0");
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

  /** All queues, in the form of one page. */
  static ServerReply read(Remote remote) {
    ArrayNode queues = JsonTrees.MAPPER.createArrayNode();
    Map<String, Object> query = new LinkedHashMap<>(Map.of("details", false));
    JsonNode page;
    do {
      page = remote.get(ApiPath.withQuery("/v1/queues", query)).json();
      page.path("queues").forEach(queues::add);
      query.put("cursor", page.path("cursor").asString(""));
    } while (page.path("cursor").isString());
    return ServerReply.ok(JsonTrees.MAPPER.createObjectNode().set("queues", queues).toString());
  }

  /** Whether a queue has no jobs, settings, consumers or events; its name may be mistyped. */
  public static boolean isUnused(Remote remote, String queue) {
    return isUnused(remote, queue, 0);
  }

  /** Prints a notice if a change of settings has created its queue. */
  static void tellIfCreated(Invocation given, JsonNode settings) {
    String queue = given.text("QUEUE");
    boolean isFirstChange = settings.path("version").asLong() <= 1;
    if (isFirstChange && isUnused(given.remote(), queue, 1)) {
      given.terminal().complain("duetime: queue '" + queue + "' did not exist; it was created");
    }
  }

  private static boolean isUnused(Remote remote, String queue, long version) {
    JsonNode whole = remote.get(ApiPath.queue(queue)).json();
    return whole.at("/settings/version").asLong() <= version
        && whole.path("consumers").isEmpty()
        && isZero(whole.path("counts"))
        && isZero(whole.path("events"));
  }

  private static boolean isZero(JsonNode counts) {
    return counts.valueStream().allMatch(count -> count.asLong() == 0);
  }

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
}
