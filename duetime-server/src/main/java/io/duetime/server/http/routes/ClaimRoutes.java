package io.duetime.server.http.routes;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.PayloadForm;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims due jobs, with a long poll. Releases at once the jobs that reach no caller. */
final class ClaimRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimRoutes.class);
  private static final List<String> FIELDS =
      List.of("max", "lease", "wait", "dueBefore", "consumer", "payloadAs", "shard", "ids");

  private final Engine engine;
  private final WaitingClaims claims;
  private final Duration maxWait;

  ClaimRoutes(Engine engine, WaitingClaims claims, Duration maxWait) {
    this.engine = engine;
    this.claims = claims;
    this.maxWait = maxWait;
  }

  List<Route> routes() {
    return List.of(Route.post("/v1/queues/{queue}/claim", List.of(), BodyRule.JSON, this::claim));
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
    List<Settlement.Release> releases =
        result.jobs().stream().map(ClaimedJob::lease).map(Settlement.Release::new).toList();
    return releases.isEmpty() ? answer : answer.ifUndelivered(() -> release(queue, releases));
  }

  private void release(String queue, List<Settlement.Release> releases) {
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
}
