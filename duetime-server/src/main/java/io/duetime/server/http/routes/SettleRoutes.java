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
import io.duetime.wire.DurabilityText;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SettlementJson;
import io.duetime.wire.SettlementJson.Verb;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
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

  SettleRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        route(Verb.ACK, "message"),
        route(Verb.RETRY, "delay", "priority", "unconfirmed", "reason"),
        route(Verb.BURY, "priority", "unconfirmed", "reason"),
        route(Verb.EXTEND, "extendBy"),
        route(Verb.RELEASE, "delay", "interruption", "unconfirmed"),
        Route.post(
            "/v1/queues/{queue}/settle", List.of("durability"), BodyRule.JSON, this::settleMixed));
  }

  private Route route(Verb verb, String... more) {
    List<String> fields = new ArrayList<>(List.of("leases"));
    fields.addAll(List.of(more));
    return Route.post(
        "/v1/queues/{queue}/" + verb.name().toLowerCase(Locale.ROOT),
        List.of("durability"),
        BodyRule.JSON,
        call -> settle(call, call.json(fields), verb));
  }

  private CompletionStage<HttpAnswer> settle(Call call, Fields fields, Verb verb) {
    String queue = call.queue();
    Function<LeaseToken, Settlement> settlement = verb.read(fields);
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
      return Item.of(queue, lease, SettlementJson.read(one));
    } catch (InvalidRequestException wrong) {
      return new Item(lease, null, Problem.of(wrong));
    }
  }

  private CompletionStage<HttpAnswer> settle(Call call, List<Item> items) {
    String queue = call.queue();
    List<Settlement> settlements =
        items.stream().map(Item::settlement).filter(Objects::nonNull).toList();
    Durability durability =
        DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
    return engine
        .settle(queue, settlements, durability)
        .thenApply(results -> HttpAnswer.ok(ResultJson.batch(inOrder(items, results))));
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
                ? ResultJson.of(item.text(), settled.next())
                : ResultJson.refusedLease(item.text(), item.problem()))
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
