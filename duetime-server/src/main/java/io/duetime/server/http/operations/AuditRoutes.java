package io.duetime.server.http.operations;

import io.duetime.engine.Engine;
import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditLog;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.AuditShape;
import io.duetime.wire.Fields;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Shows who changed what. */
public final class AuditRoutes {
  private static final int DEFAULT_PAGE = 100;
  private static final int MAX_PAGE = 1_000;

  private final Engine engine;

  /** Reads the log of this store. */
  public AuditRoutes(Engine engine) {
    this.engine = engine;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(Route.get("/v1/audit", List.of("cursor", "limit"), this::list));
  }

  private CompletionStage<HttpAnswer> list(Call call) {
    Fields query = call.query();
    int limit = query.count("limit", DEFAULT_PAGE, MAX_PAGE);
    Long before = query.whole("cursor");
    return engine
        .auditEntries(before == null ? AuditLog.NEWEST : before, limit)
        .thenApply(entries -> HttpAnswer.ok(AuditShape.page(entries, cursor(entries, limit))));
  }

  private static long cursor(List<AuditEntry> entries, int limit) {
    return entries.size() < limit ? 0 : entries.get(entries.size() - 1).number();
  }
}
