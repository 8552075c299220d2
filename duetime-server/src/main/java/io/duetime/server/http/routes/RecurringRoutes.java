package io.duetime.server.http.routes;

import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.PendingTicks;
import io.duetime.Schedule;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Selection;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.EntityTag;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.JsonShape;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.RecurringJson;
import io.duetime.wire.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Defines, shows, previews, pauses, resumes, runs and removes recurring jobs. */
record RecurringRoutes(Engine engine) {
  private static final String ALL = "/v1/queues/{queue}/recurring";
  private static final String ONE = ALL + "/{name}";
  private static final String KEEP = "keepPending";

  /** What a definition has besides its payload. */
  private static final int ABOUT_BYTES = 1_000;

  private static final int DEFAULT_DEFINED = 100;

  /** So many queues, or jobs, are read at once. */
  private static final int AT_ONCE = 16;

  private static final int DEFAULT_TICKS = 5;
  private static final int MAX_TICKS = 100;

  private static final String FORM = "payloadAs";

  List<Route> routes() {
    Rule read = Rule.queue(Role.READ);
    Rule produce = Rule.queue(Role.PRODUCE).audited();
    return List.of(
        Route.get("/v1/recurring", Rule.someQueue(Role.READ), this::overview)
            .query("limit", "cursor"),
        Route.get("/v1/ticks", Rule.ANY, this::ticks)
            .query(RecurringJson.SCHEDULE_FIELDS)
            .query("count"),
        Route.get(ALL, read, this::list).query("payloadAs", "cursor"),
        Route.get(ONE, read, this::look).query(FORM),
        Route.put(ONE, produce, BodyRule.JSON, this::put).query(FORM),
        Route.post(ONE + "/pause", produce, BodyRule.NONE, this::pause).query(FORM),
        Route.post(ONE + "/resume", produce, BodyRule.NONE, this::resume).query(FORM),
        Route.post(ONE + "/run", produce, BodyRule.NONE, this::run).query("durability"),
        Route.delete(ONE, produce, this::remove).query(FORM).query(KEEP));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    PayloadForm form = call.form(call.query());
    String cursor = call.query().text("cursor");
    return engine.recurring(call.queue()).thenApply(all -> page(all, cursor, form));
  }

  /** The definitions behind a name, up to the one that reaches the bytes of a page. */
  private static HttpAnswer page(
      List<RecurringJob.View> all, @Nullable String cursor, PayloadForm form) {
    List<RecurringJob.View> page = new ArrayList<>();
    String next = null;
    long bytes = 0;
    for (RecurringJob.View view : all) {
      String name = view.job().name();
      if (cursor != null && name.compareTo(cursor) <= 0) {
        continue;
      }
      if (bytes >= Limits.MAX_PAGE_BYTES) {
        next = page.get(page.size() - 1).job().name();
        break;
      }
      page.add(view);
      bytes += form.length(view.job().template().body()) + ABOUT_BYTES;
    }
    return HttpAnswer.ok(RecurringJson.page(page, next, form)).holding(bytes);
  }

  /** A definition and its queue, without the payload: many are kept. */
  private record Defined(String queue, RecurringJob.View view) {
    boolean isBehind(String cursor) {
      // The name of a queue has no comma, and names of definitions follow each other in a queue.
      int comma = cursor.indexOf(',');
      int byQueue = queue.compareTo(comma < 0 ? cursor : cursor.substring(0, comma));
      return byQueue > 0
          || (byQueue == 0 && view.job().name().compareTo(cursor.substring(comma + 1)) > 0);
    }
  }

  private CompletionStage<HttpAnswer> overview(Call call) {
    int limit = call.query().count("limit", DEFAULT_DEFINED, Limits.MAX_PAGE);
    String cursor = call.query().text("cursor");
    String first = cursor == null ? "" : cursor.split(",", 2)[0];
    return engine
        .queues()
        .thenApply(all ->
            all.stream()
                .filter(queue -> queue.compareTo(first) >= 0)
                .filter(queue -> call.caller().may(Role.READ, queue))
                .sorted()
                .toList())
        .thenCompose(queues -> defined(queues, cursor, limit))
        .thenCompose(rest -> {
          List<Defined> page = rest.subList(0, Math.min(limit, rest.size()));
          String next =
              page.size() == rest.size()
                  ? null
                  : page.get(limit - 1).queue + "," + page.get(limit - 1).view.job().name();
          Map<String, List<Defined>> byQueue =
              page.stream()
                  .collect(
                      Collectors.groupingBy(Defined::queue, TreeMap::new, Collectors.toList()));
          return Stages.inTurn(List.copyOf(byQueue.values()), this::shown)
              .thenApply(shown ->
                  HttpAnswer.ok(
                      JsonShape.object(out -> {
                        out.writeName("recurring");
                        JsonShape.array(shown.stream().flatMap(List::stream).toList()).write(out);
                        JsonShape.text(out, "cursor", next);
                      })));
        });
  }

  /** The definitions behind a cursor, and more than the limit if there are. */
  private CompletionStage<List<Defined>> defined(
      List<String> queues, @Nullable String cursor, int limit) {
    List<Defined> all = new ArrayList<>();
    return Stages.inTurn(
            few(queues),
            some ->
                all.size() > limit
                    ? Stages.done(false)
                    : Stages.each(
                            some,
                            queue ->
                                engine
                                    .recurring(queue)
                                    .thenApply(views -> brief(queue, views, cursor, limit)))
                        .thenApply(lists -> {
                          lists.forEach(all::addAll);
                          return true;
                        }))
        .thenApply(done -> all);
  }

  // What is read at once holds payloads.
  private static <T> List<List<T>> few(List<T> all) {
    return IntStream.rangeClosed(0, (all.size() - 1) / AT_ONCE)
        .mapToObj(i -> all.subList(i * AT_ONCE, Math.min((i + 1) * AT_ONCE, all.size())))
        .toList();
  }

  private static List<Defined> brief(
      String queue, List<RecurringJob.View> views, @Nullable String cursor, int limit) {
    return views.stream()
        .map(view -> new Defined(queue, view))
        .filter(one -> cursor == null || one.isBehind(cursor))
        .limit(limit + 1L)
        .map(one -> new Defined(queue, brief(one.view)))
        .toList();
  }

  private static RecurringJob.View brief(RecurringJob.View view) {
    RecurringJob job = view.job();
    JobSpec template = job.template().toBuilder().body(JobBody.of(new byte[0])).build();
    return new RecurringJob.View(
        new RecurringJob(job.name(), job.schedule(), template, job.rules(), job.owner()),
        view.version(),
        view.paused(),
        view.ticks());
  }

  /** Shows definitions of one queue. */
  private CompletionStage<List<JsonShape>> shown(List<Defined> all) {
    Selection dead = Selection.ALL.in(JobState.DEAD);
    return engine
        .list(all.get(0).queue, dead, null, Limits.MAX_PAGE)
        .thenApply(page -> page.jobs().stream().map(JobView::id).toList())
        .thenCompose(
            ids -> Stages.inTurn(few(all), some -> Stages.each(some, one -> shown(one, ids))))
        .thenApply(shown -> shown.stream().flatMap(List::stream).toList());
  }

  private CompletionStage<JsonShape> shown(Defined one, List<String> deadJobs) {
    RecurringJob job = one.view.job();
    String prefix = job.name() + "@";
    // Instants that a tick has are texts of one form, so the greatest is the latest.
    List<String> dead =
        deadJobs.stream()
            .filter(id -> id.startsWith(prefix) && id.indexOf('@', prefix.length()) < 0)
            .sorted()
            .toList();
    long last = one.view.ticks().lastMillis();
    return (last == 0
            ? Stages.done(Optional.<JobView>empty())
            : engine.find(one.queue, job.idAt(last)))
        // As text, without the payload: many are kept.
        .thenApply(
            found -> found.map(view -> JobJson.of(one.queue, view, PayloadForm.HIDDEN).text()))
        .thenApply(lastJob ->
            JsonShape.object(out -> {
              out.writeStringProperty("queue", one.queue);
              out.writeName("definition");
              RecurringJson.of(one.view, PayloadForm.HIDDEN).write(out);
              if (lastJob.isPresent()) {
                out.writeName("lastJob");
                out.writeRawValue(lastJob.get());
              }
              out.writeNumberProperty("dead", dead.size());
              if (!dead.isEmpty()) {
                out.writeStringProperty("lastDead", dead.get(dead.size() - 1));
              }
            }));
  }

  private CompletionStage<HttpAnswer> ticks(Call call) {
    Fields query = call.query();
    Schedule schedule = RecurringJson.schedule(query);
    int count = query.count("count", DEFAULT_TICKS, MAX_TICKS);
    return engine
        .nowMillis()
        .thenApply(now -> {
          List<String> ticks =
              schedule.next(Instant.ofEpochMilli(now), count).stream()
                  .map(tick -> TimeText.iso(tick.toEpochMilli()))
                  .toList();
          return HttpAnswer.ok(
              JsonShape.object(out -> {
                out.writeStringProperty("schedule", schedule.toString());
                out.writeName("ticks");
                JsonShape.texts(ticks).write(out);
              }));
        });
  }

  private CompletionStage<HttpAnswer> look(Call call) {
    return find(call).thenApply(view -> answer(call, view));
  }

  private CompletionStage<Optional<RecurringJob.View>> find(Call call) {
    String name = call.value("name");
    return engine
        .recurring(call.queue())
        .thenApply(
            views -> views.stream().filter(view -> view.job().name().equals(name)).findFirst());
  }

  private CompletionStage<HttpAnswer> put(Call call) {
    RecurringChange change = RecurringJson.read(call.value("name"), call.jsonObject());
    call.countJobs(1);
    return change(
            call,
            this::find,
            version ->
                engine.putRecurring(
                    call.queue(),
                    version.isPresent() ? change.onlyOf(version.getAsLong()) : change))
        .thenApply(view -> answer(call, view));
  }

  private CompletionStage<HttpAnswer> pause(Call call) {
    String name = call.value("name");
    return change(call, this::known, version -> engine.pauseRecurring(call.queue(), name, version))
        .thenApply(view -> answer(call, view));
  }

  private CompletionStage<HttpAnswer> resume(Call call) {
    String name = call.value("name");
    return change(call, this::known, version -> engine.resumeRecurring(call.queue(), name, version))
        .thenApply(view -> answer(call, view));
  }

  // Without its conditions the call would be answered with 404.
  private CompletionStage<Optional<RecurringJob.View>> known(Call call) {
    return find(call)
        .thenApply(view ->
            view.or(() -> {
              throw unknown();
            }));
  }

  /** Makes a change of the version that the conditions of the call allow, or of any. */
  private CompletionStage<Optional<RecurringJob.View>> change(
      Call call,
      Function<Call, CompletionStage<Optional<RecurringJob.View>>> finder,
      Function<OptionalLong, CompletionStage<RecurringResult>> change) {
    if (!EntityTag.isConditional(call)) {
      return change.apply(OptionalLong.empty()).thenApply(RecurringResult::view);
    }
    return finder
        .apply(call)
        .thenCompose(view -> {
          long version = view.map(RecurringJob.View::version).orElse(RecurringJob.ABSENT);
          EntityTag.check(call, view.isPresent() ? EntityTag.of(version) : null);
          return change.apply(OptionalLong.of(version));
        })
        .thenCompose(result ->
            result.outcome() == RecurringResult.Outcome.CHANGED_MEANWHILE
                ? change(call, finder, change)
                : Stages.done(result.view()));
  }

  private CompletionStage<HttpAnswer> run(Call call) {
    call.countJobs(1);
    return engine
        .runRecurring(call.queue(), call.value("name"), call.durability(engine))
        .thenApply(run -> JobRoutes.scheduled(run.orElseThrow(RecurringRoutes::unknown)));
  }

  private static HttpAnswer answer(Call call, Optional<RecurringJob.View> found) {
    RecurringJob.View view = found.orElseThrow(RecurringRoutes::unknown);
    return HttpAnswer.ok(RecurringJson.of(view, call.form(call.query())))
        .with("ETag", EntityTag.of(view.version()));
  }

  private static Refusal unknown() {
    return Refusal.notFound("There is no recurring job with this name");
  }

  private CompletionStage<HttpAnswer> remove(Call call) {
    String name = call.value("name");
    PendingTicks pending = call.query().isOn(KEEP) ? PendingTicks.KEEP : PendingTicks.WITHDRAW;
    return change(
            call,
            this::find,
            version -> engine.removeRecurring(call.queue(), name, version, pending))
        .thenApply(
            removed -> HttpAnswer.ok(RecurringJson.removed(removed, call.form(call.query()))));
  }
}
