package io.duetime.server.http.routes;

import io.duetime.Durability;
import io.duetime.engine.Engine;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.EntityTag;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.DurabilityText;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.PayloadForm;
import io.duetime.server.json.RecurringShape;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Defines, shows, pauses, resumes, runs and removes recurring jobs. */
final class RecurringRoutes {
  private static final String ALL = "/v1/queues/{queue}/recurring";
  private static final String ONE = ALL + "/{name}";
  private static final List<String> FORM = List.of("payloadAs");

  private final Engine engine;

  RecurringRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.get(ALL, FORM, this::list),
        Route.get(ONE, FORM, this::look),
        Route.put(ONE, FORM, BodyRule.JSON, unconditional(this::put)),
        Route.post(ONE + "/pause", FORM, BodyRule.NONE, unconditional(this::pause)),
        Route.post(ONE + "/resume", FORM, BodyRule.NONE, unconditional(this::resume)),
        Route.post(ONE + "/run", List.of("durability"), BodyRule.NONE, this::run),
        Route.delete(ONE, FORM, unconditional(this::remove)));
  }

  private static Route.Handler unconditional(Route.Handler change) {
    return call -> {
      EntityTag.requireNoCondition(call);
      return change.answer(call);
    };
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    PayloadForm form = call.form(call.query());
    return engine
        .recurring(call.queue())
        .thenApply(views -> views.stream().map(view -> RecurringShape.of(view, form)).toList())
        .thenApply(shapes -> HttpAnswer.ok(JsonShape.object("recurring", JsonShape.array(shapes))));
  }

  private CompletionStage<HttpAnswer> look(Call call) {
    String name = call.value("name");
    return engine
        .recurring(call.queue())
        .thenApply(
            views -> views.stream().filter(view -> view.job().name().equals(name)).findFirst())
        .thenApply(view -> answer(call, view));
  }

  private CompletionStage<HttpAnswer> put(Call call) {
    RecurringChange change =
        RecurringShape.read(call.queue(), call.value("name"), call.jsonObject());
    return engine
        .putRecurring(call.queue(), change)
        .thenApply(view -> answer(call, Optional.of(view)));
  }

  private CompletionStage<HttpAnswer> pause(Call call) {
    return engine
        .pauseRecurring(call.queue(), call.value("name"))
        .thenApply(view -> answer(call, view));
  }

  private CompletionStage<HttpAnswer> resume(Call call) {
    return engine
        .resumeRecurring(call.queue(), call.value("name"))
        .thenApply(view -> answer(call, view));
  }

  private CompletionStage<HttpAnswer> run(Call call) {
    Durability durability =
        DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
    return engine
        .runRecurring(call.queue(), call.value("name"), durability)
        .thenApply(run -> JobRoutes.scheduled(run.orElseThrow(RecurringRoutes::unknown)));
  }

  private static HttpAnswer answer(Call call, Optional<RecurringJob.View> view) {
    return HttpAnswer.ok(
        RecurringShape.of(view.orElseThrow(RecurringRoutes::unknown), call.form(call.query())));
  }

  private static Refusal unknown() {
    return Refusal.notFound("There is no recurring job with this name");
  }

  private CompletionStage<HttpAnswer> remove(Call call) {
    return engine
        .removeRecurring(call.queue(), call.value("name"))
        .thenApply(
            removed -> HttpAnswer.ok(RecurringShape.removed(removed, call.form(call.query()))));
  }
}
