package io.duetime.server.http.routes;

import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.server.handover.HandOverControl;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.IdempotencyKey;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.TraceContext;
import io.duetime.settings.InstantText;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.JobJson;
import io.duetime.wire.Members;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SpecJson;
import io.duetime.wire.StoreJson;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Schedules, finds, reschedules, cancels and explains one job by its id. */
final class JobRoutes {
  private static final String JOB = "/v1/queues/{queue}/jobs/{id}";
  private static final List<String> DURABILITY = List.of("durability");

  private final Engine engine;
  private final HandOverControl handOvers;

  JobRoutes(Engine engine, HandOverControl handOvers) {
    this.engine = engine;
    this.handOvers = handOvers;
  }

  List<Route> routes() {
    return List.of(
        Route.put(JOB, SpecJson.QUERY_FIELDS, BodyRule.PAYLOAD, this::schedule),
        Route.get(JOB, List.of("payloadAs"), this::find),
        Route.patch(JOB, DURABILITY, this::reschedule),
        Route.delete(JOB, DURABILITY, this::cancel),
        Route.get(JOB + "/explain", List.of(), this::explain));
  }

  private CompletionStage<HttpAnswer> schedule(Call call) {
    String contentType = PayloadForm.stored(call.header("Content-Type"));
    JobBody body = new JobBody(call.body(), contentType, call.jobHeaders());
    JobSpec read =
        TraceContext.of(call).in(new SpecJson(call.queue()).read(call.id(), body, call.query()));
    IdempotencyKey key = IdempotencyKey.of(call);
    call.countJobs(1);
    JobSpec job = key == null ? read : read.toBuilder().nonce(key.nonce(0)).build();
    return engine
        .schedule(call.queue(), List.of(job), durability(call))
        .thenApply(results -> scheduled(results.get(0)));
  }

  /** Status 201 when a job was created, 409 when the id exists under REJECT, otherwise 200. */
  static HttpAnswer scheduled(Scheduled result) {
    if (result.refusal() != null) {
      return HttpAnswer.problem(Problem.of(result.refusal()).with("id", result.id()));
    }
    if (result.outcome() == ScheduleOutcome.REJECTED) {
      return HttpAnswer.problem(rejected(result));
    }
    int status = result.outcome() == ScheduleOutcome.CREATED ? 201 : 200;
    return HttpAnswer.of(status, ResultJson.of(result));
  }

  private static Problem rejected(Scheduled result) {
    Instant dueAt = result.dueAt();
    return Problem.of(409, "REJECTED", "A job with this id exists, and onConflict is REJECT")
        .with("id", result.id())
        .with("outcome", result.outcome().name())
        .with("dueAt", dueAt == null ? "" : InstantText.format(dueAt));
  }

  private CompletionStage<HttpAnswer> find(Call call) {
    String queue = call.queue();
    String id = call.id();
    PayloadForm form = call.form(call.query());
    return engine
        .find(queue, id)
        .thenApply(found ->
            found
                .map(job ->
                    HttpAnswer.ok(JobJson.of(queue, job, form))
                        .holding(job.body().payload().length))
                .orElseThrow(() ->
                    Refusal.notFound(
                        "There is no job with this id; it was never scheduled, or is forgotten")));
  }

  private CompletionStage<HttpAnswer> reschedule(Call call) {
    Reschedule change = ChangeJson.reschedule(call.id(), call.json(ChangeJson.RESCHEDULE_FIELDS));
    return engine
        .reschedule(call.queue(), List.of(change), durability(call))
        .thenApply(results -> {
          if (results.get(0).refusal() != null) {
            throw results.get(0).refusal();
          }
          return HttpAnswer.ok(Members.shape(results.get(0), ResultJson::rescheduled));
        });
  }

  private CompletionStage<HttpAnswer> cancel(Call call) {
    return engine
        .cancel(call.queue(), List.of(call.id()), durability(call))
        .thenApply(results -> HttpAnswer.ok(Members.shape(results.get(0), ResultJson::cancelled)));
  }

  private CompletionStage<HttpAnswer> explain(Call call) {
    PayloadForm form = call.form(call.query());
    return engine
        .explain(call.queue(), call.id())
        .thenApply(explanation ->
            handOvers
                .trouble(call.queue())
                .map(trouble -> trouble.explain(explanation))
                .orElse(explanation))
        .thenApply(explanation -> HttpAnswer.ok(StoreJson.explanation(explanation, form)));
  }

  private io.duetime.Durability durability(Call call) {
    return DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
  }
}
