package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.Reschedule;
import io.duetime.server.access.Role;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.http.call.BatchReader;
import io.duetime.server.http.call.BatchReader.IdempotencyKey;
import io.duetime.server.http.call.BatchReader.TraceContext;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Items;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.settings.InstantText;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.Problem;
import io.duetime.wire.ResultJson;
import io.duetime.wire.SpecJson;
import io.duetime.wire.StoreJson;
import io.duetime.wire.StrictJson;
import io.duetime.wire.UpdateJson;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Schedules jobs, one or many; finds, changes, cancels and explains one by its id.
 *
 * @param ids creates ids for jobs without one
 * @param executor reads batches after an asynchronous look at the queue's settings
 */
record JobRoutes(Engine engine, HandOvers handOvers, Supplier<String> ids, Executor executor) {
  static final String JOBS = "/v1/queues/{queue}/jobs";
  private static final String JOB = JOBS + "/{id}";

  /** The fields of a change of one job. */
  private static final List<String> PATCH_FIELDS =
      Stream.concat(ChangeJson.RESCHEDULE_FIELDS.stream(), UpdateJson.FIELDS.stream()).toList();

  List<Route> routes() {
    Rule read = Rule.queue(Role.READ);
    Rule produce = Rule.queue(Role.PRODUCE);
    Rule change = produce.audited(Rule.Audit.BY_ADMIN);
    return List.of(
        Route.put(JOB, produce, BodyRule.PAYLOAD, this::schedule).query(SpecJson.QUERY_FIELDS),
        Route.get(JOB, read, this::find).query("payloadAs"),
        Route.patch(JOB, change, this::change).query("durability"),
        Route.delete(JOB, change, this::cancel).query("durability"),
        Route.get(JOB + "/explain", read, this::explain),
        Route.post(JOBS + "/update", change, BodyRule.JSON, this::updateBatch).query("durability"),
        Route.post(JOBS, produce, BodyRule.JSON_OR_LINES, this::scheduleBatch).query("durability"));
  }

  private CompletionStage<HttpAnswer> schedule(Call call) {
    String contentType = PayloadForm.stored(call.header("Content-Type"));
    JobSpec sent =
        new SpecJson(call.queue())
            .read(call.id(), call.body(), contentType, call.jobHeaders(), call.query());
    JobSpec read = TraceContext.of(call).in(sent);
    IdempotencyKey key = IdempotencyKey.of(call);
    call.countJobs(1);
    JobSpec job = key == null ? read : read.toBuilder().nonce(key.nonce(0)).build();
    return engine
        .schedule(call.queue(), List.of(job), call.durability(engine))
        .thenApply(results -> scheduled(results.get(0)));
  }

  /** Status 201 when a job was created, 409 when the id exists under REJECT, otherwise 200. */
  static HttpAnswer scheduled(Scheduled result) {
    if (result.refusal() != null) {
      throw new Refusal(Problem.of(result.refusal()).with("id", result.id()));
    }
    if (result.outcome() == ScheduleOutcome.REJECTED) {
      throw new Refusal(rejected(result));
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

  /** Moves a job, or gives it new values in its place. */
  private CompletionStage<HttpAnswer> change(Call call) {
    if (call.body().length == 0) {
      return reschedule(call, Fields.NONE);
    }
    StrictJson.JsonObject json = call.jsonObject();
    Fields fields = Fields.ofJson(json.values(), PATCH_FIELDS);
    boolean updates = json.payload() != null || UpdateJson.FIELDS.stream().anyMatch(fields::has);
    if (!updates) {
      return reschedule(call, fields);
    }
    for (String name : ChangeJson.RESCHEDULE_FIELDS) {
      if (fields.has(name)) {
        throw new InvalidRequestException(
            name, "with new values of the job", "a call of its own: one moves, the other updates");
      }
    }
    JobUpdate update = UpdateJson.read(call.id(), json, fields);
    return engine
        .update(call.queue(), List.of(permitted(call, update)), call.durability(engine))
        .thenApply(results -> {
          Updated result = results.get(0);
          if (result.refusal() != null) {
            throw result.refusal();
          }
          if (isForbidden(update, result)) {
            throw Refusal.forbidden(Role.ADMIN, call.queue());
          }
          return HttpAnswer.ok(Members.shape(result, ResultJson::updated));
        });
  }

  /** A caller without the role admin reaches no dead jobs. */
  private static JobUpdate permitted(Call call, JobUpdate update) {
    return call.caller().may(Role.ADMIN, call.queue())
        ? update
        : new JobUpdate(update.id(), update.change().onlyWaiting());
  }

  private static boolean isForbidden(JobUpdate asked, Updated result) {
    return result.outcome() == UpdateOutcome.DEAD && !asked.change().isOnlyWaiting();
  }

  private CompletionStage<HttpAnswer> updateBatch(Call call) {
    List<byte[]> elements = StrictJson.elements(call.body(), Limits.MAX_BATCH);
    Items<JobUpdate> items =
        new Items<>(
            IntStream.range(0, elements.size())
                .mapToObj(place -> update(place, elements.get(place)))
                .toList());
    Items<JobUpdate> permitted = items.map(update -> permitted(call, update));
    return engine
        .update(call.queue(), permitted.valid(), call.durability(engine))
        .thenApply(results ->
            HttpAnswer.ok(
                ResultJson.batch(
                    items.answers(
                        results,
                        (item, result) ->
                            updated(call, Objects.requireNonNull(item.value()), result),
                        (item, why) -> ResultJson.refused(item.id(), why)))));
  }

  private static Items.Item<JobUpdate> update(long place, byte[] json) {
    StrictJson.JsonObject object;
    try {
      object = StrictJson.object(json);
    } catch (InvalidRequestException broken) {
      return Items.Item.wrong(place, null, Problem.of(broken));
    }
    return Items.Item.read(place, SpecJson.idOf(object), () -> UpdateJson.read(object));
  }

  private static JsonShape updated(Call call, JobUpdate asked, Updated result) {
    if (!isForbidden(asked, result)) {
      return Members.shape(result, ResultJson::updated);
    }
    Problem why = Refusal.forbidden(Role.ADMIN, call.queue()).problem();
    return ResultJson.refused(result.id(), Problem.of(why.status(), why.code(), why.detail()));
  }

  private CompletionStage<HttpAnswer> reschedule(Call call, Fields fields) {
    Reschedule change = ChangeJson.reschedule(call.id(), fields);
    return engine
        .reschedule(call.queue(), List.of(change), call.durability(engine))
        .thenApply(results -> {
          if (results.get(0).refusal() != null) {
            throw results.get(0).refusal();
          }
          return HttpAnswer.ok(Members.shape(results.get(0), ResultJson::rescheduled));
        });
  }

  private CompletionStage<HttpAnswer> cancel(Call call) {
    return engine
        .cancel(call.queue(), List.of(call.id()), call.durability(engine))
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

  private CompletionStage<HttpAnswer> scheduleBatch(Call call) {
    CompletionStage<BatchReader> reader = BatchReader.of(call, engine, ids);
    return reader.toCompletableFuture().isDone()
        ? reader.thenCompose(ready -> schedule(call, ready))
        : reader.thenComposeAsync(ready -> schedule(call, ready), executor);
  }

  private CompletionStage<HttpAnswer> schedule(Call call, BatchReader reader) {
    if (StrictJson.looksLikeArray(call.body())) {
      return scheduleArray(call, reader);
    }
    JobSpec job = reader.job(0, call.jsonObject());
    call.countJobs(1);
    return engine
        .schedule(call.queue(), List.of(job), call.durability(engine))
        .thenApply(results -> scheduled(results.get(0)));
  }

  private CompletionStage<HttpAnswer> scheduleArray(Call call, BatchReader reader) {
    List<byte[]> elements = StrictJson.elements(call.body(), Limits.MAX_BATCH);
    Items<JobSpec> items =
        new Items<>(
            IntStream.range(0, elements.size())
                .mapToObj(place -> reader.read(place, elements.get(place)))
                .toList());
    List<JobSpec> jobs = items.valid();
    call.countJobs(jobs.size());
    return engine
        .schedule(call.queue(), jobs, call.durability(engine))
        .thenApply(results -> items.answer(results, ResultJson::of));
  }
}
