package io.duetime.wire;

import static io.duetime.wire.Values.COUNT;
import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.INSTANT;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.TEXTS;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.Limits;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Finding;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Watcher;
import io.duetime.wire.Members.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Writes and reads what a server tells about its store and queues. */
public final class StoreJson {
  private static final String UNLIMITED = "unlimited";
  private static final Set<String> ERRORS = Set.of("lastError", "message", "failure");
  private static final Value<List<Finding>> FINDINGS = Values.list(StoreJson::finding);
  private static final Value<List<QueueConsumer>> CONSUMERS = Values.list(StoreJson::consumer);

  private static final Counts.Events NO_EVENTS = new Counts.Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private StoreJson() {}

  /** The store and the findings of its check. */
  public static JsonShape store(
      String version, long nowMillis, Capabilities engine, List<Finding> findings) {
    return Members.shape(
        engine,
        m -> {
          m.show("version", TEXT, any -> version);
          m.moment("now", any -> nowMillis);
          m.show("engine", TEXT, Capabilities::name);
          m.show("shared", FLAG, Capabilities::shared);
          m.need("findings", FINDINGS, any -> findings);
          return capabilities(m);
        });
  }

  /** Reads what the store offers. Through a server every store is shared. */
  public static Capabilities capabilities(Fields store) {
    return Members.read(store, StoreJson::capabilities);
  }

  private static Capabilities capabilities(Members<Capabilities> m) {
    return new Capabilities(
        "http",
        m.need("durable", FLAG, Capabilities::durable),
        m.need("sharded", FLAG, Capabilities::sharded),
        true,
        true,
        m.need(
            "defaultDurability",
            Values.object(StoreJson::durability),
            Capabilities::defaultDurability),
        m.always(
            "maxPayload", COUNT, Limits.DEFAULT_MAX_PAYLOAD_BYTES, Capabilities::maxPayloadBytes));
  }

  private static Durability durability(Members<Durability> m) {
    return new Durability(
        m.need("fsynced", FLAG, Durability::fsynced),
        m.need("replicas", COUNT, Durability::replicas),
        m.need("within", Values.DURATION, Durability::timeout));
  }

  /** Reads the findings of a self-check. */
  public static List<Finding> findings(Fields store) {
    return store.need("findings", FINDINGS.reader());
  }

  private static Finding finding(Members<Finding> m) {
    return new Finding(
        m.need("check", TEXT, Finding::check),
        m.need("verdict", Values.oneOf(Finding.Verdict.class), Finding::verdict),
        m.need("message", TEXT, Finding::message),
        m.need("remedy", TEXT, Finding::remedy));
  }

  /** What a step of maintenance did, and when to run the next. */
  public static Maintenance maintenance(Members<Maintenance> m) {
    return new Maintenance(
        m.need("leasesLost", COUNT, Maintenance::leasesLost),
        m.need("expired", COUNT, Maintenance::expired),
        m.need("ticks", COUNT, Maintenance::ticks),
        m.need("forgotten", COUNT, Maintenance::forgotten),
        m.need("deadDropped", COUNT, Maintenance::deadDropped),
        m.need("copied", COUNT, Maintenance::copied),
        m.moment("next", Maintenance::comeBackAtMillis));
  }

  /** The counts of a queue, with its events. */
  public static Counts counts(Members<Counts> m) {
    Counts states = states(m);
    return new Counts(
        states.now(),
        m.need("events", Values.object(StoreJson::events), Counts::since),
        states.oldestReady(),
        states.nextDue());
  }

  /** The counts of a queue, without its events. */
  public static Counts states(Members<Counts> m) {
    return new Counts(
        m.need("counts", Values.object(StoreJson::now), Counts::now),
        NO_EVENTS,
        m.nullable("oldestReady", INSTANT, Counts::oldestReady),
        m.nullable("nextDue", INSTANT, Counts::nextDue));
  }

  private static Counts.States now(Members<Counts.States> m) {
    return new Counts.States(
        m.need("delayed", WHOLE, Counts.States::delayed),
        m.need("ready", WHOLE, Counts.States::ready),
        m.need("running", WHOLE, Counts.States::running),
        m.need("dead", WHOLE, Counts.States::dead),
        m.need("done", WHOLE, Counts.States::done),
        m.need("cancelled", WHOLE, Counts.States::cancelled),
        m.always("retrying", WHOLE, 0L, Counts.States::retrying));
  }

  private static Counts.Events events(Members<Counts.Events> m) {
    return new Counts.Events(
        m.need("scheduled", WHOLE, Counts.Events::scheduled),
        m.need("claimed", WHOLE, Counts.Events::claimed),
        m.need("acked", WHOLE, Counts.Events::acked),
        m.need("retried", WHOLE, Counts.Events::retried),
        m.need("leasesLost", WHOLE, Counts.Events::leasesLost),
        m.need("died", WHOLE, Counts.Events::died),
        m.need("deadDropped", WHOLE, Counts.Events::deadDropped),
        m.need("expired", WHOLE, Counts.Events::expired),
        m.need("dropped", WHOLE, Counts.Events::dropped),
        m.need("cancelled", WHOLE, Counts.Events::cancelled),
        m.need("setAside", WHOLE, Counts.Events::setAside));
  }

  /** The consumers of a queue, a member of it. */
  public static List<QueueConsumer> consumers(Members<List<QueueConsumer>> m) {
    return m.need("consumers", CONSUMERS, all -> all);
  }

  private static QueueConsumer consumer(Members<QueueConsumer> m) {
    return new QueueConsumer(
        m.need("name", TEXT, QueueConsumer::name),
        m.need("lastSeen", INSTANT, QueueConsumer::lastSeen),
        m.need("running", WHOLE, QueueConsumer::running),
        m.always("abandoned", WHOLE, 0L, QueueConsumer::abandoned),
        m.always("abandonedJobs", TEXTS, List.of(), QueueConsumer::abandonedJobs));
  }

  /** How many jobs are due when, and how many ran when and how late. */
  public static Timeline timeline(Members<Timeline> m) {
    return new Timeline(
        m.need("now", INSTANT, Timeline::now),
        m.need("buckets", Values.list(StoreJson::bucket), Timeline::buckets));
  }

  private static Timeline.Bucket bucket(Members<Timeline.Bucket> m) {
    return new Timeline.Bucket(
        m.need("from", INSTANT, Timeline.Bucket::from),
        m.need("to", INSTANT, Timeline.Bucket::to),
        m.need("waiting", WHOLE, Timeline.Bucket::waiting),
        m.need("ran", WHOLE, Timeline.Bucket::ran),
        m.always("done", WHOLE, 0L, Timeline.Bucket::done),
        m.always("failed", WHOLE, 0L, Timeline.Bucket::failed),
        m.need("latenessSumMs", Values.DURATION_NUMBER, Timeline.Bucket::totalLateness),
        m.need("latenessMaxMs", Values.DURATION_NUMBER, Timeline.Bucket::maxLateness));
  }

  /** A signal of a queue. */
  public static Watcher.Signal signal(Members<Watcher.Signal> m, String queue) {
    Watcher.Kind kind = m.need("kind", Values.oneOf(Watcher.Kind.class), Watcher.Signal::kind);
    return new Watcher.Signal(
        queue,
        m.need("shard", ShardText.VALUE, Watcher.Signal::shard),
        kind,
        m.moment("next", Watcher.Signal::comeBackAtMillis),
        m.or("claimNumber", WHOLE, 0L, Watcher.Signal::claimNumber));
  }

  /** Why a job is not running. */
  public static JsonShape explanation(Explanation explanation, PayloadForm form) {
    return JsonShape.object(out -> {
      out.writeStringProperty("why", explanation.why().name());
      new TreeMap<>(explanation.details())
          .forEach((name, text) -> {
            if (form != PayloadForm.HIDDEN || !ERRORS.contains(name)) {
              out.writeName(name);
              detail(out, name, text);
            }
          });
    });
  }

  private static void detail(JsonGenerator out, String name, String text) {
    switch (name) {
      case "attempt", "maxRunning", "running", "maxAttempts" ->
          JsonShape.value(text.equals(UNLIMITED) ? null : Long.valueOf(text)).write(out);
      case "cancelRequested", "mayHaveArrived" -> out.writeBoolean(Boolean.parseBoolean(text));
      default -> out.writeString(text);
    }
  }

  /** Reads why a job is not running. */
  public static Explanation explanation(Fields explanation) {
    Map<String, String> details = new HashMap<>();
    for (String name : explanation.names()) {
      if (!name.equals("why")) {
        details.put(name, explanation.isNull(name) ? UNLIMITED : explanation.shown(name));
      }
    }
    return new Explanation(
        explanation.need("why", Values.oneOf(Explanation.Why.class).reader()), details);
  }
}
