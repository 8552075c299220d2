package io.duetime.server.http.routes;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.Engine;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.routes.ItemList.Item;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.Fields;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SettlementJson;
import io.duetime.wire.SettlementJson.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

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
        call,
        ItemList.counted("leases", " leases", fields.texts("leases")).stream()
            .map(text -> Item.of(text, () -> settlement.apply(lease(queue, text))))
            .toList());
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

  private static Item<Settlement> item(String queue, Fields one) {
    Item<String> lease = Item.of("", () -> Objects.requireNonNullElse(one.text("lease"), ""));
    String text = lease.value();
    return text == null
        ? new Item<>("", null, lease.problem())
        : Item.of(text, () -> SettlementJson.read(one).apply(lease(queue, text)));
  }

  private static LeaseToken lease(String queue, String text) {
    LeaseToken lease = LeaseToken.parse(text);
    if (!lease.queue().equals(queue)) {
      throw new InvalidRequestException("lease", lease.queue(), "a lease of this queue");
    }
    return lease;
  }

  private CompletionStage<HttpAnswer> settle(Call call, List<Item<Settlement>> items) {
    ItemList<Settlement> leases = new ItemList<>(items);
    Durability durability =
        DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
    return engine
        .settle(call.queue(), leases.understood(), durability)
        .thenApply(results ->
            HttpAnswer.ok(leases.answered(results, ResultJson::of, ResultJson::refusedLease)));
  }
}
