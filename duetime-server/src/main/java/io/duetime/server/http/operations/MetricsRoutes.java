package io.duetime.server.http.operations;

import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.metrics.ServerMetrics;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Answers the metrics of the server and of its store, as Prometheus reads them. */
public final class MetricsRoutes {
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final ServerMetrics metrics;
  private final Executor executor;

  /** Writes these measurements. */
  public MetricsRoutes(ServerMetrics metrics, Vertx vertx) {
    this.metrics = metrics;
    // Not on the event loop: it may take as long as many calls together.
    this.executor =
        task ->
            vertx.executeBlocking(
                () -> {
                  task.run();
                  return true;
                },
                false);
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(Route.get("/metrics", List.of(), this::scrape));
  }

  private CompletionStage<HttpAnswer> scrape(Call call) {
    return metrics
        .scrape(executor)
        .thenApply(text -> HttpAnswer.of(200, TEXT, () -> Buffer.buffer(text)));
  }
}
