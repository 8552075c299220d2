package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.JobViewPage;
import io.duetime.engine.Selection;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.DeadGroups;
import io.duetime.server.json.Fields;
import io.duetime.server.json.JobShape;
import io.duetime.server.json.PayloadForm;
import io.duetime.server.json.SelectionReader;
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
  private final BulkRunner bulk;
  private final Executor executor;

  DeadRoutes(Engine engine, BulkRunner bulk, Executor executor) {
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
        Route.post("/v1/queues/{queue}/redrive", List.of("dryRun"), BodyRule.JSON, this::redrive),
        Route.post("/v1/queues/{queue}/purge", List.of("dryRun"), BodyRule.JSON, this::purge));
  }

  private static List<String> with(List<String> names, String... more) {
    return Stream.concat(names.stream(), Stream.of(more)).toList();
  }

  private CompletionStage<HttpAnswer> look(Call call) {
    Fields query = call.query();
    Selection dead = SelectionReader.read(query, DEAD);
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
        .thenApply(page -> HttpAnswer.ok(JobShape.page(queue, page, form)));
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
      String queue, Selection dead, JobViewPage page, DeadGroups groups) {
    page.jobs().forEach(groups::add);
    if (page.cursor() != null && groups.counted() < MAX_GROUPED) {
      return group(queue, dead, page.cursor(), groups);
    }
    groups.setComplete(page.cursor() == null);
    return CompletableFuture.completedStage(groups);
  }

  private CompletionStage<HttpAnswer> redrive(Call call) {
    String queue = call.queue();
    Fields fields = call.json(with(FILTER, "ids", "all", "spread", "perSecond"));
    boolean dryRun = call.query().isOn("dryRun");
    Selection dead = selection(fields, dryRun);
    return spread(queue, dead, fields)
        .thenCompose(millis -> bulk.run(queue, dead, new BulkChange.Redrive(millis), dryRun));
  }

  private CompletionStage<HttpAnswer> purge(Call call) {
    Fields fields = call.json(with(FILTER, "ids", "all"));
    boolean dryRun = call.query().isOn("dryRun");
    return bulk.run(call.queue(), selection(fields, dryRun), new BulkChange.Purge(), dryRun);
  }

  private static Selection selection(Fields fields, boolean dryRun) {
    return dryRun ? SelectionReader.read(fields, DEAD) : SelectionReader.forChange(fields, DEAD);
  }

  /** The time to spread over: as given, or so long that {@code perSecond} jobs are due a second. */
  private CompletionStage<Long> spread(String queue, Selection dead, Fields fields) {
    Duration spread = fields.duration("spread");
    int perSecond = fields.count("perSecond", 0, 1_000_000);
    if (spread != null && perSecond > 0) {
      throw new InvalidRequestException("perSecond", perSecond, "only without spread");
    }
    if (perSecond == 0) {
      return CompletableFuture.completedStage(spread == null ? 0L : Limits.delayMillis(spread));
    }
    return bulk.run(queue, dead, new BulkChange.Count(new BulkChange.Redrive(0)))
        .thenApply(count -> count.changed() * 1_000L / perSecond);
  }
}
