package io.duetime.server.http.routes;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.Settled;
import io.duetime.engine.Engine;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.DurabilityText;
import io.duetime.server.json.Fields;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.Problem;
import io.duetime.server.json.ResultShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settles leases one by one: ack, retry, bury, extend, release. */
final class SettleRoutes {
  private static final List<String> MIXED =
      List.of(
          "do",
          "lease",
          "delay",
          "early",
          "priority",
          "unconfirmed",
          "reason",
          "extendBy",
          "interruption",
          "message");

  private final Engine engine;

  private enum Verb {
    ACK,
    RETRY,
    BURY,
    EXTEND,
    RELEASE
  }

  SettleRoutes(Engine engine) {
    this.engine = engine;
  }

  /** Reads from the fields of a call how to settle each of its leases. */
  private interface Reading extends Function<Fields, Function<LeaseToken, Settlement>> {}

  List<Route> routes() {
    return List.of(
        route("ack", SettleRoutes::ack, "message"),
        route("retry", SettleRoutes::retry, "delay", "priority", "unconfirmed", "reason"),
        route("bury", SettleRoutes::bury, "priority", "unconfirmed", "reason"),
        route("extend", SettleRoutes::extend, "extendBy"),
        route("release", SettleRoutes::release, "delay", "interruption", "unconfirmed"),
        Route.post(
            "/v1/queues/{queue}/settle", List.of("durability"), BodyRule.JSON, this::settleMixed));
  }

  private Route route(String verb, Reading reading, String... more) {
    List<String> fields = new ArrayList<>(List.of("leases"));
    fields.addAll(List.of(more));
    return Route.post(
        "/v1/queues/{queue}/" + verb,
        List.of("durability"),
        BodyRule.JSON,
        call -> settle(call, call.json(fields), reading));
  }

  private static Function<LeaseToken, Settlement> ack(Fields fields) {
    String message = Objects.requireNonNullElse(fields.text("message"), "");
    return lease -> new Settlement.Ack(lease, message);
  }

  private static Function<LeaseToken, Settlement> retry(Fields fields) {
    Long delayMillis = delayMillis(fields);
    Long priority = fields.whole("priority");
    boolean isEarly = fields.isOn("early");
    boolean isUnconfirmed = fields.isOn("unconfirmed");
    String reason = Objects.requireNonNullElse(fields.text("reason"), "");
    return lease ->
        new Settlement.Retry(lease, delayMillis, priority, isEarly, isUnconfirmed, reason);
  }

  private static Function<LeaseToken, Settlement> release(Fields fields) {
    Long delayMillis = delayMillis(fields);
    String interruption = fields.text("interruption");
    boolean isUnconfirmed = fields.isOn("unconfirmed");
    return lease -> new Settlement.Release(lease, delayMillis, interruption, isUnconfirmed);
  }

  private static @Nullable Long delayMillis(Fields fields) {
    Duration delay = fields.duration("delay");
    return delay == null ? null : Long.valueOf(Limits.delayMillis(delay));
  }

  private static Function<LeaseToken, Settlement> bury(Fields fields) {
    Long priority = fields.whole("priority");
    String reason = Objects.requireNonNullElse(fields.text("reason"), "");
    boolean isUnconfirmed = fields.isOn("unconfirmed");
    return lease -> new Settlement.Bury(lease, priority, isUnconfirmed, reason);
  }

  private static Function<LeaseToken, Settlement> extend(Fields fields) {
    Duration by = Objects.requireNonNullElse(fields.duration("extendBy"), Limits.DEFAULT_LEASE);
    if (by.compareTo(Limits.MIN_LEASE) < 0 || by.compareTo(Limits.MAX_LEASE) > 0) {
      throw new InvalidRequestException("extendBy", by, "1 ms to 365 days");
    }
    return lease -> new Settlement.Extend(lease, by.toMillis());
  }

  private CompletionStage<HttpAnswer> settle(Call call, Fields fields, Reading reading) {
    String queue = call.queue();
    Function<LeaseToken, Settlement> settlement = reading.apply(fields);
    return settle(
        call, leases(fields).stream().map(text -> Item.of(queue, text, settlement)).toList());
  }

  /** Settles leases each in its own way. */
  private CompletionStage<HttpAnswer> settleMixed(Call call) {
    String queue = call.queue();
    List<Fields> settlements = call.json(List.of("settlements")).objects("settlements", MIXED);
    if (settlements.isEmpty() || settlements.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          "settlements", settlements.size() + " settlements", "1 to " + Limits.MAX_BATCH);
    }
    return settle(call, settlements.stream().map(one -> item(queue, one)).toList());
  }

  private static Item item(String queue, Fields one) {
    String lease = "";
    try {
      lease = Objects.requireNonNullElse(one.text("lease"), "");
      return Item.of(queue, lease, settlement(one));
    } catch (InvalidRequestException wrong) {
      return new Item(lease, null, Problem.of(wrong));
    }
  }

  private static Function<LeaseToken, Settlement> settlement(Fields one) {
    Verb verb = one.oneOf("do", Verb.class);
    if (verb == null) {
      throw new InvalidRequestException("do", null, "ACK, RETRY, BURY, EXTEND or RELEASE");
    }
    return switch (verb) {
      case ACK -> ack(one);
      case RETRY -> retry(one);
      case BURY -> bury(one);
      case EXTEND -> extend(one);
      case RELEASE -> release(one);
    };
  }

  private CompletionStage<HttpAnswer> settle(Call call, List<Item> items) {
    String queue = call.queue();
    List<Settlement> settlements =
        items.stream().map(Item::settlement).filter(Objects::nonNull).toList();
    Durability durability =
        DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
    return engine
        .settle(queue, settlements, durability)
        .thenApply(results -> HttpAnswer.ok(ResultShape.batch(inOrder(items, results))));
  }

  private static List<String> leases(Fields fields) {
    List<String> leases = fields.texts("leases");
    if (leases.isEmpty() || leases.size() > Limits.MAX_BATCH) {
      throw new InvalidRequestException(
          "leases", leases.size() + " leases", "1 to " + Limits.MAX_BATCH + " leases");
    }
    return leases;
  }

  private static List<JsonShape> inOrder(List<Item> items, List<Settled> results) {
    Iterator<Settled> settled = results.iterator();
    return items.stream()
        .map(item ->
            item.problem() == null
                ? ResultShape.settled(item.text(), settled.next())
                : ResultShape.refusedLease(item.text(), item.problem()))
        .toList();
  }

  /** A lease of the call: how to settle it, or the problem of an invalid one. */
  private record Item(String text, @Nullable Settlement settlement, @Nullable Problem problem) {
    static Item of(String queue, String text, Function<LeaseToken, Settlement> settlement) {
      try {
        LeaseToken lease = LeaseToken.parse(text);
        if (!lease.queue().equals(queue)) {
          throw new InvalidRequestException("lease", lease.queue(), "a lease of this queue");
        }
        return new Item(text, settlement.apply(lease), null);
      } catch (InvalidRequestException wrong) {
        return new Item(text, null, Problem.of(wrong));
      }
    }
  }
}
