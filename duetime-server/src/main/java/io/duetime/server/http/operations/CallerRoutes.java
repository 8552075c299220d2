package io.duetime.server.http.operations;

import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Tells callers who they are and what they may do. */
public final class CallerRoutes {
  private CallerRoutes() {}

  /** The routes. */
  public static List<Route> routes() {
    return List.of(
        Route.get(
            "/v1/caller",
            List.of(),
            call ->
                CompletableFuture.completedFuture(HttpAnswer.ok(TokenForm.caller(call.caller())))));
  }
}
