package io.duetime.client.internal.json;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.Limits;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Finding;
import io.duetime.engine.Maintenance;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what a server tells about its store and queues. */
public final class StoreReader {
  private StoreReader() {}

  /** Reads what the store offers. Through a server every store is shared. */
  public static Capabilities capabilities(JsonFields store) {
    JsonFields durability = store.object("defaultDurability");
    return new Capabilities(
        "http",
        store.flag("durable"),
        store.flag("sharded"),
        true,
        true,
        new Durability(
            durability.flag("fsynced"),
            durability.count("replicas"),
            durability.duration("within")),
        store.has("maxPayload") ? store.count("maxPayload") : Limits.DEFAULT_MAX_PAYLOAD_BYTES);
  }

  /** Reads the findings of a self-check. */
  public static List<Finding> findings(JsonFields store) {
    return store.objects("findings").stream()
        .map(one ->
            new Finding(
                one.text("check"),
                Finding.Verdict.valueOf(one.text("verdict")),
                one.text("message"),
                one.text("remedy")))
        .toList();
  }

  /** Reads the result of a step of maintenance. */
  public static Maintenance maintenance(JsonFields step) {
    return new Maintenance(
        step.count("leasesLost"),
        step.count("expired"),
        step.count("ticks"),
        step.count("forgotten"),
        step.count("deadDropped"),
        step.count("copied"),
        step.moment("next"));
  }

  /** Reads the counts of a queue. */
  public static Counts counts(JsonFields queue) {
    JsonFields now = queue.object("counts");
    JsonFields since = queue.object("events");
    return new Counts(
        new Counts.States(
            now.whole("delayed"),
            now.whole("ready"),
            now.whole("running"),
            now.whole("dead"),
            now.whole("done"),
            now.whole("cancelled")),
        new Counts.Events(
            since.whole("scheduled"),
            since.whole("claimed"),
            since.whole("acked"),
            since.whole("retried"),
            since.whole("leasesLost"),
            since.whole("died"),
            since.whole("deadDropped"),
            since.whole("expired"),
            since.whole("dropped"),
            since.whole("cancelled"),
            since.whole("setAside")),
        queue.instantOrNull("oldestReady"),
        queue.instantOrNull("nextDue"));
  }

  /** Reads the consumers of a queue. */
  public static List<QueueConsumer> consumers(JsonFields queue) {
    return queue.objects("consumers").stream()
        .map(one ->
            new QueueConsumer(one.text("name"), one.instant("lastSeen"), one.whole("running")))
        .toList();
  }

  /** Reads a timeline. */
  public static Timeline timeline(JsonFields timeline) {
    return new Timeline(
        timeline.instant("now"),
        timeline.objects("buckets").stream()
            .map(one ->
                new Timeline.Bucket(
                    one.instant("from"),
                    one.instant("to"),
                    one.whole("waiting"),
                    one.whole("ran"),
                    Duration.ofMillis(one.whole("latenessSumMs")),
                    Duration.ofMillis(one.whole("latenessMaxMs"))))
            .toList());
  }

  /** Reads why a job is not running. */
  public static Explanation explanation(JsonFields explanation) {
    Map<String, String> details = new HashMap<>();
    explanation
        .values()
        .forEach((name, value) -> {
          if (!name.equals("why")) {
            details.put(name, value == null ? "unlimited" : value.toString());
          }
        });
    return new Explanation(Explanation.Why.valueOf(explanation.text("why")), details);
  }
}
