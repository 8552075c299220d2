package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.BulkChange;
import io.duetime.engine.Engine;
import io.duetime.engine.Selection;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.Fields;
import io.duetime.server.json.JobShape;
import io.duetime.server.json.PayloadForm;
import io.duetime.server.json.ResultShape;
import io.duetime.server.json.SelectionReader;
import io.duetime.server.json.SpecReader;
import java.time.Duration;
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

  private enum Change {
    CANCEL,
    MOVE,
    REDRIVE,
    PURGE
  }

  StepRoutes(Engine engine) {
    this.engine = engine;
  }

  List<Route> routes() {
    return List.of(
        Route.post(JOBS + "/list", List.of(), BodyRule.JSON, this::list),
        Route.post(JOBS + "/change", List.of(), BodyRule.JSON, this::change));
  }

  private static List<String> with(String... more) {
    return Stream.concat(SelectionReader.FIELDS.stream(), Stream.of(more)).toList();
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    String queue = call.queue();
    Fields fields = call.json(LIST_FIELDS);
    Selection selection = SelectionReader.read(fields, Set.of());
    int limit = fields.count("limit", DEFAULT_PAGE, Limits.MAX_PAGE);
    PayloadForm form = call.form(fields);
    return engine
        .list(queue, selection, fields.text("cursor"), limit)
        .thenApply(
            page -> HttpAnswer.ok(JobShape.page(queue, page, form)).holding(JobShape.bytes(page)));
  }

  private CompletionStage<HttpAnswer> change(Call call) {
    Fields fields = call.json(CHANGE_FIELDS);
    BulkChange change = change(fields);
    boolean dryRun = fields.isOn("dryRun");
    Selection selection =
        dryRun
            ? SelectionReader.read(fields, Set.of())
            : SelectionReader.forChange(fields, Set.of());
    if (change instanceof BulkChange.Redrive || change instanceof BulkChange.Purge) {
      call.require(Role.ADMIN);
    }
    BulkChange made = dryRun ? new BulkChange.Count(change) : change;
    int limit = fields.count("limit", DEFAULT_STEP, Limits.MAX_CLAIM);
    return engine
        .change(call.queue(), selection, made, fields.text("cursor"), limit)
        .thenApply(step -> HttpAnswer.ok(ResultShape.step(step)));
  }

  private static BulkChange change(Fields fields) {
    Change change = fields.oneOf("change", Change.class);
    if (change == null) {
      throw new InvalidRequestException("change", null, "CANCEL, MOVE, REDRIVE or PURGE");
    }
    return switch (change) {
      case CANCEL -> new BulkChange.Cancel();
      case MOVE -> new BulkChange.Move(SpecReader.due(fields));
      case REDRIVE -> new BulkChange.Redrive(millis(fields.duration("spread")));
      case PURGE -> new BulkChange.Purge();
    };
  }

  private static long millis(@org.jspecify.annotations.Nullable Duration spread) {
    return spread == null ? 0 : Limits.delayMillis(spread);
  }
}
