package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.DeadGroups;
import io.duetime.server.task.Task.TaskWork;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.PayloadForm;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Lists, groups, redrives and purges dead jobs. */
final class DeadRoutes {
  private static final Set<JobState> DEAD = Set.of(JobState.DEAD);
  private static final List<String> FILTER = List.of("from", "to", "tag", "reason");
  private static final int DEFAULT_PAGE = 100;
  private static final int MAX_GROUPED = 100_000;

  private final Engine engine;
  private final BulkStarter bulk;
  private final Executor executor;

  DeadRoutes(Engine engine, BulkStarter bulk, Executor executor) {
    this.engine = engine;
    this.bulk = bulk;
    this.executor = executor;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            "/v1/queues/{queue}/dead",
            with(FILTER, "groupBy", "cursor", "limit", "payloadAs"),
            this::look),
        Route.post("/v1/queues/{queue}/redrive", BulkStarter.QUERY, BodyRule.JSON, this::redrive),
        Route.post("/v1/queues/{queue}/purge", BulkStarter.QUERY, BodyRule.JSON, this::purge));
  }

  private static List<String> with(List<String> names, String... more) {
    return Stream.concat(names.stream(), Stream.of(more)).toList();
  }

  private CompletionStage<HttpAnswer> look(Call call) {
    Fields query = call.query();
    Selection dead = ChangeJson.selection(query, DEAD);
    String groupBy = query.text("groupBy");
    if (groupBy == null) {
      return list(call, dead);
    }
    if (!groupBy.equals("reason")) {
      throw new InvalidRequestException("groupBy", groupBy, "reason");
    }
    boolean withErrors = call.form(query) != PayloadForm.HIDDEN;
    return group(call.queue(), dead, null, new DeadGroups(withErrors))
        .thenApply(groups -> HttpAnswer.ok(groups.shape()));
  }

  private CompletionStage<HttpAnswer> list(Call call, Selection dead) {
    String queue = call.queue();
    var form = call.form(call.query());
    int limit = call.query().count("limit", DEFAULT_PAGE, Limits.MAX_PAGE);
    return engine
        .list(queue, dead, call.query().text("cursor"), limit)
        .thenApply(
            page -> HttpAnswer.ok(JobJson.page(queue, page, form)).holding(JobJson.bytes(page)));
  }

  private CompletionStage<DeadGroups> group(
      String queue,
      Selection dead,
      @org.jspecify.annotations.Nullable String cursor,
      DeadGroups groups) {
    return engine
        .list(queue, dead, cursor, Limits.MAX_PAGE)
        .thenComposeAsync(page -> groupOn(queue, dead, page, groups), executor);
  }

  private CompletionStage<DeadGroups> groupOn(
      String queue, Selection dead, JobPage<JobView> page, DeadGroups groups) {
    page.jobs().forEach(groups::add);
    if (page.cursor() != null && groups.counted() < MAX_GROUPED) {
      return group(queue, dead, page.cursor(), groups);
    }
    groups.setComplete(page.cursor() == null);
    return CompletableFuture.completedStage(groups);
  }

  private CompletionStage<HttpAnswer> redrive(Call call) {
    Fields fields = call.json(with(FILTER, "ids", "all", "spread", "perSecond"));
    Duration spread = fields.duration("spread");
    int perSecond = fields.count("perSecond", 0, 1_000_000);
    if (spread != null && perSecond > 0) {
      throw new InvalidRequestException("perSecond", perSecond, "only without spread");
    }
    long millis = spread == null ? 0 : Limits.delayMillis(spread);
    return change(call, fields, new BulkChange.Redrive(millis), perSecond);
  }

  private CompletionStage<HttpAnswer> purge(Call call) {
    return change(call, call.json(with(FILTER, "ids", "all")), new BulkChange.Purge(), 0);
  }

  private CompletionStage<HttpAnswer> change(
      Call call, Fields fields, BulkChange change, int perSecond) {
    boolean dryRun = call.query().isOn("dryRun");
    Selection dead =
        dryRun ? ChangeJson.selection(fields, DEAD) : ChangeJson.selectionForChange(fields, DEAD);
    return bulk.run(call, new TaskWork(call.queue(), dead, change, perSecond, dryRun));
  }
}
