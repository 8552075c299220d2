package io.duetime.server.http.routes;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.SettleRequest;
import io.duetime.SettleRequest.Verb;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Items;
import io.duetime.server.http.call.Items.Item;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SettlementJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims due jobs, with a long poll, and settles their leases by each verb. Releases at once the
 * jobs that reach no caller.
 */
public record LeaseRoutes(Engine engine, WaitingClaims claims, Duration maxWait) {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseRoutes.class);
  private static final String QUEUE = "/v1/queues/{queue}/";
  private static final List<String> FIELDS =
      List.of("max", "lease", "wait", "dueBefore", "consumer", "payloadAs", "shard", "ids");

  private static final List<String> MIXED =
      Stream.concat(
              Stream.of("do", "lease"),
              Arrays.stream(Verb.values()).flatMap(verb -> SettlementJson.names(verb).stream()))
          .distinct()
          .toList();

  /** Serves many claims that wait for due jobs, in turn and at little cost. */
  @FunctionalInterface
  public interface WaitingClaims {
    /**
     * Claims due jobs, and waits for the first one; answers none when the wait is over. Cancelling
     * the future ends the wait and releases the jobs that were claimed for it.
     *
     * @param wait how long to wait at most; zero for no wait
     */
    CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait);
  }

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.add(Route.post(QUEUE + "claim", Rule.queue(Role.CONSUME), BodyRule.JSON, this::claim));
    for (Verb verb : Verb.values()) {
      routes.add(route(verb));
    }
    routes.add(route("settle", this::settleMixed));
    return routes;
  }

  private static Route route(String verb, Route.Handler handler) {
    return Route.post(QUEUE + verb, Rule.queue(Role.CONSUME), BodyRule.JSON, handler)
        .query("durability");
  }

  private Route route(Verb verb) {
    List<String> fields =
        Stream.concat(Stream.of("leases"), SettlementJson.names(verb).stream()).toList();
    return route(
        verb.name().toLowerCase(Locale.ROOT), call -> settle(call, call.json(fields), verb));
  }

  private CompletionStage<HttpAnswer> claim(Call call) {
    String queue = call.queue();
    Fields fields = call.json(FIELDS);
    Duration wait = wait(fields);
    PayloadForm form = PayloadForm.read(fields);
    return lease(queue, fields)
        .thenCompose(lease -> claimed(call, fields, JobJson.request(fields, lease), wait))
        .thenApply(result -> answer(queue, result, form));
  }

  private CompletionStage<ClaimResult> claimed(
      Call call, Fields fields, ClaimRequest request, Duration wait) {
    if (!fields.has("ids")) {
      return await(call, claims.claim(call.queue(), request, wait));
    }
    if (!wait.isZero()) {
      throw new InvalidRequestException("wait", wait, "only without ids");
    }
    return engine.claimById(call.queue(), fields.texts("ids"), request);
  }

  private Duration wait(Fields fields) {
    Duration wait = Objects.requireNonNullElse(fields.duration("wait"), Duration.ZERO);
    if (wait.isNegative() || wait.compareTo(maxWait) > 0) {
      throw new InvalidRequestException("wait", wait, "0s to " + maxWait.toMinutes() + "m");
    }
    return wait;
  }

  private CompletionStage<Duration> lease(String queue, Fields fields) {
    Duration lease = fields.duration("lease");
    return lease == null
        ? engine.settings(queue).thenApply(settings -> settings.defaultLease())
        : CompletableFuture.completedStage(lease);
  }

  /** Cancels the claim when the caller disconnects. */
  private static CompletionStage<ClaimResult> await(
      Call call, CompletableFuture<ClaimResult> claim) {
    call.request().response().closeHandler(gone -> claim.cancel(false));
    if (call.request().response().closed()) {
      claim.cancel(false);
    }
    return claim;
  }

  private HttpAnswer answer(String queue, ClaimResult result, PayloadForm form) {
    HttpAnswer answer = HttpAnswer.ok(JobJson.claim(result, form)).holding(JobJson.bytes(result));
    // Without the payloads, which are not needed while the answer is on its way.
    List<Settlement> releases =
        result.jobs().stream().map(ClaimedJob::lease).map(Settlement::release).toList();
    return releases.isEmpty() ? answer : answer.ifUndelivered(() -> release(queue, releases));
  }

  private void release(String queue, List<Settlement> releases) {
    LOG.info(
        "The answer did not reach the caller; releasing the {} jobs of {} that it had claimed",
        releases.size(),
        queue);
    engine
        .settle(queue, releases, Durability.NONE)
        .exceptionally(error -> {
          LOG.warn("Could not release the jobs; they are retried when their leases end", error);
          return List.of();
        });
  }

  private CompletionStage<HttpAnswer> settle(Call call, Fields fields, Verb verb) {
    String queue = call.queue();
    SettleRequest request = SettlementJson.read(fields, verb);
    return settle(
        call,
        Items.read(
            "leases",
            fields.texts("leases"),
            text -> Item.read(0, text, () -> new Settlement(lease(queue, text), request))));
  }

  private static LeaseToken lease(String queue, String text) {
    LeaseToken lease = LeaseToken.parse(text);
    if (!lease.queue().equals(queue)) {
      throw new InvalidRequestException("lease", lease.queue(), "a lease of this queue");
    }
    return lease;
  }

  /** Settles leases each in its own way. */
  private CompletionStage<HttpAnswer> settleMixed(Call call) {
    String queue = call.queue();
    List<Fields> settlements = call.json(List.of("settlements")).objects("settlements", MIXED);
    return settle(call, Items.read("settlements", settlements, one -> item(queue, one)));
  }

  private static Item<Settlement> item(String queue, Fields one) {
    try {
      String text = Objects.requireNonNullElse(one.text("lease"), "");
      return Item.read(
          0,
          text,
          () -> {
            SettleRequest request = SettlementJson.read(one);
            return new Settlement(lease(queue, text), request);
          });
    } catch (InvalidRequestException wrong) {
      return Item.wrong(0, null, Problem.of(wrong));
    }
  }

  private CompletionStage<HttpAnswer> settle(Call call, Items<Settlement> items) {
    return engine
        .settle(call.queue(), items.valid(), call.durability(engine))
        .thenApply(results ->
            HttpAnswer.ok(
                ResultJson.batch(
                    items.answers(
                        results,
                        (item, result) -> ResultJson.of(item.name(), result),
                        (item, why) -> ResultJson.refusedLease(item.name(), why)))));
  }
}
