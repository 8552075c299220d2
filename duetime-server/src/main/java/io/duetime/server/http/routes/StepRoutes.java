package io.duetime.server.http.routes;

import io.duetime.Limits;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.Selection;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.wire.ChangeJson;
import io.duetime.wire.Fields;
import io.duetime.wire.JobJson;
import io.duetime.wire.Members;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.ResultJson;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Lists and changes the jobs of a selection page by page, for callers that keep the cursor. */
final class StepRoutes {
  private static final String JOBS = "/v1/queues/{queue}/jobs";
  private static final int DEFAULT_PAGE = 100;
  private static final int DEFAULT_STEP = 1_000;
  private static final List<String> LIST_FIELDS = with("ids", "cursor", "limit", "payloadAs");
  private static final List<String> CHANGE_FIELDS =
      with("ids", "all", "cursor", "limit", "change", "dryRun", "delay", "dueAt", "spread");

  private final Engine engine;

  StepRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.post(JOBS + "/list", List.of(), BodyRule.JSON, this::list),
        Route.post(JOBS + "/change", List.of(), BodyRule.JSON, this::change));
  }

  private static List<String> with(String... more) {
    return Stream.concat(ChangeJson.FILTER_FIELDS.stream(), Stream.of(more)).toList();
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    String queue = call.queue();
    Fields fields = call.json(LIST_FIELDS);
    Selection selection = ChangeJson.selection(fields, Set.of());
    int limit = fields.count("limit", DEFAULT_PAGE, Limits.MAX_PAGE);
    PayloadForm form = call.form(fields);
    return engine
        .list(queue, selection, fields.text("cursor"), limit)
        .thenApply(
            page -> HttpAnswer.ok(JobJson.page(queue, page, form)).holding(JobJson.bytes(page)));
  }

  private CompletionStage<HttpAnswer> change(Call call) {
    Fields fields = call.json(CHANGE_FIELDS);
    BulkChange change = ChangeJson.change(fields);
    Selection selection =
        change instanceof BulkChange.Count
            ? ChangeJson.selection(fields, Set.of())
            : ChangeJson.selectionForChange(fields, Set.of());
    BulkChange made = change instanceof BulkChange.Count count ? count.change() : change;
    if (made instanceof BulkChange.Redrive || made instanceof BulkChange.Purge) {
      call.require(Role.ADMIN);
    }
    int limit = fields.count("limit", DEFAULT_STEP, Limits.MAX_CLAIM);
    return engine
        .change(call.queue(), selection, change, fields.text("cursor"), limit)
        .thenApply(step -> HttpAnswer.ok(Members.shape(step, ResultJson::step)));
  }
}
