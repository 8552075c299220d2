package io.duetime.server.http.routes;

import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.BatchReader;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.task.Task.TaskWork;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.DurabilityText;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.ResultJson;
import io.duetime.wire.StrictJson;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Schedules, lists and changes many jobs at once, by ids or by filter. */
final class BatchRoutes {
  private static final String JOBS = "/v1/queues/{queue}/jobs";
  private static final int DEFAULT_PAGE = 100;
  private static final Set<JobState> WAITING = Set.of(JobState.DELAYED, JobState.READY);

  private final Engine engine;
  private final BulkStarter bulk;
  private final Supplier<String> ids;
  private final Executor executor;

  /** Uses the executor to read batches after an asynchronous look at the queue's settings. */
  BatchRoutes(Engine engine, BulkStarter bulk, Supplier<String> ids, Executor executor) {
    this.engine = engine;
    this.bulk = bulk;
    this.ids = ids;
    this.executor = executor;
  }

  List<Route> routes() {
    return List.of(
        Route.post(JOBS, List.of("durability"), BodyRule.JSON_OR_LINES, this::schedule),
        Route.get(JOBS, with(ChangeJson.FILTER_FIELDS, "cursor", "limit", "payloadAs"), this::list),
        Route.delete(
            JOBS, with(ChangeJson.FILTER_FIELDS, "all", "dryRun", "background"), this::remove),
        Route.post(JOBS + "/cancel", List.of("durability"), BodyRule.JSON, this::cancel),
        Route.post(
            JOBS + "/reschedule",
            with(BulkStarter.QUERY, "durability"),
            BodyRule.JSON,
            this::move));
  }

  private static List<String> with(List<String> names, String... more) {
    return Stream.concat(names.stream(), Stream.of(more)).toList();
  }

  private CompletionStage<HttpAnswer> schedule(Call call) {
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
        .schedule(call.queue(), List.of(job), durability(call))
        .thenApply(results -> JobRoutes.scheduled(results.get(0)));
  }

  private CompletionStage<HttpAnswer> scheduleArray(Call call, BatchReader reader) {
    List<byte[]> elements = StrictJson.elements(call.body(), Limits.MAX_BATCH);
    List<BatchReader.Item> items =
        IntStream.range(0, elements.size())
            .mapToObj(place -> reader.read(place, elements.get(place)))
            .toList();
    List<JobSpec> jobs =
        items.stream().map(BatchReader.Item::job).filter(Objects::nonNull).toList();
    call.countJobs(jobs.size());
    return engine
        .schedule(call.queue(), jobs, durability(call))
        .thenApply(results -> HttpAnswer.ok(ResultJson.batch(inOrder(items, results))));
  }

  private static List<JsonShape> inOrder(List<BatchReader.Item> items, List<Scheduled> results) {
    Iterator<Scheduled> scheduled = results.iterator();
    List<JsonShape> shapes = new ArrayList<>(items.size());
    for (BatchReader.Item item : items) {
      shapes.add(
          item.problem() == null
              ? ResultJson.of(scheduled.next())
              : ResultJson.refused(item.id(), item.problem()));
    }
    return shapes;
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    String queue = call.queue();
    Selection selection = ChangeJson.selection(call.query(), Set.of());
    int limit = call.query().count("limit", DEFAULT_PAGE, Limits.MAX_PAGE);
    var form = call.form(call.query());
    return engine
        .list(queue, selection, call.query().text("cursor"), limit)
        .thenApply(
            page -> HttpAnswer.ok(JobJson.page(queue, page, form)).holding(JobJson.bytes(page)));
  }

  /** Cancels waiting jobs, or purges dead ones. */
  private CompletionStage<HttpAnswer> remove(Call call) {
    Fields query = call.query();
    boolean dryRun = query.isOn("dryRun");
    Selection selection =
        dryRun
            ? ChangeJson.selection(query, WAITING)
            : ChangeJson.selectionForChange(query, WAITING);
    BulkChange change = removal(selection);
    if (change instanceof BulkChange.Purge) {
      call.require(Role.ADMIN);
    }
    return bulk.run(call, new TaskWork(call.queue(), selection, change, 0, dryRun));
  }

  private static BulkChange removal(Selection selection) {
    if (WAITING.containsAll(selection.states())) {
      return new BulkChange.Cancel();
    }
    if (selection.states().equals(Set.of(JobState.DEAD))) {
      return new BulkChange.Purge();
    }
    throw new InvalidRequestException(
        "state",
        selection.states(),
        "DELAYED and READY, which are cancelled, or DEAD, which is purged");
  }

  private CompletionStage<HttpAnswer> cancel(Call call) {
    ItemList<String> jobs = ItemList.ids(call.json(List.of("ids")));
    return engine
        .cancel(call.queue(), jobs.understood(), durability(call))
        .thenApply(results ->
            HttpAnswer.ok(
                jobs.answered(
                    results,
                    (id, result) -> Members.shape(result, ResultJson::cancelled),
                    ResultJson::refused)));
  }

  /** Moves jobs by their ids, or all waiting jobs that pass a filter. */
  private CompletionStage<HttpAnswer> move(Call call) {
    Fields fields =
        call.json(
            Stream.of(
                    List.of("ids", "all", "changes"),
                    ChangeJson.FILTER_FIELDS,
                    ChangeJson.RESCHEDULE_FIELDS)
                .flatMap(List::stream)
                .toList());
    if (fields.has("changes")) {
      return moveEach(call, ItemList.changes(fields));
    }
    Reschedule pattern = ChangeJson.reschedule("any", fields);
    if (fields.has("ids") && ChangeJson.FILTER_FIELDS.stream().noneMatch(fields::has)) {
      return moveByIds(call, ItemList.ids(fields), pattern);
    }
    if (!pattern.only().equals(Reschedule.Condition.ALWAYS)) {
      throw new InvalidRequestException(
          "ids", null, "ids, or a filter (from, to, tag, all) without only and ifDueAt");
    }
    String durability = call.query().text("durability");
    if (durability != null) {
      throw new InvalidRequestException("durability", durability, "only with ids");
    }
    boolean dryRun = call.query().isOn("dryRun");
    Selection selection =
        dryRun
            ? ChangeJson.selection(fields, WAITING)
            : ChangeJson.selectionForChange(fields, WAITING);
    BulkChange change = new BulkChange.Move(pattern.due());
    return bulk.run(call, new TaskWork(call.queue(), selection, change, 0, dryRun));
  }

  /** Moves each job in its own way; an invalid change is refused by itself. */
  private CompletionStage<HttpAnswer> moveEach(Call call, ItemList<Reschedule> changes) {
    return engine
        .reschedule(call.queue(), changes.understood(), durability(call))
        .thenApply(results -> rescheduled(changes, results));
  }

  private CompletionStage<HttpAnswer> moveByIds(
      Call call, ItemList<String> jobs, Reschedule pattern) {
    for (String name : BulkStarter.QUERY) {
      if (call.query().isOn(name)) {
        throw new InvalidRequestException(name, "true", "only with a filter");
      }
    }
    List<Reschedule> changes =
        jobs.understood().stream()
            .map(id -> new Reschedule(id, pattern.due(), pattern.only()))
            .toList();
    return engine
        .reschedule(call.queue(), changes, durability(call))
        .thenApply(results -> rescheduled(jobs, results));
  }

  private static HttpAnswer rescheduled(ItemList<?> items, List<Rescheduled> results) {
    return HttpAnswer.ok(
        items.answered(
            results,
            (id, result) -> Members.shape(result, ResultJson::rescheduled),
            ResultJson::refused));
  }

  private Durability durability(Call call) {
    return DurabilityText.read(call.query(), engine.capabilities().defaultDurability());
  }
}
