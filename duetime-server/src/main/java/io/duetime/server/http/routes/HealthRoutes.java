package io.duetime.server.http.routes;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.JobView;
import io.duetime.server.access.Role;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Refusal;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Rule;
import io.duetime.server.metrics.ServerMetrics;
import io.duetime.server.problem.ProblemKeeper;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports whether the process is alive and ready for calls, and its metrics. */
final class HealthRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final long PATIENCE_MILLIS = 2_000;

  private final Engine engine;
  private final Vertx vertx;
  private final ServerMetrics metrics;
  private final ProblemKeeper problems;
  private volatile boolean warm = true;
  private volatile boolean stopping;
  private volatile List<String> told = List.of();

  /** Asks this store, and these measurements. */
  HealthRoutes(Engine engine, Vertx vertx, ServerMetrics metrics, ProblemKeeper problems) {
    this.engine = engine;
    this.vertx = vertx;
    this.metrics = metrics;
    this.problems = problems;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/health/live", Rule.OPEN, this::live),
        Route.get("/health/ready", Rule.OPEN, this::ready),
        Route.get("/metrics", Rule.store(Role.READ), this::metrics));
  }

  /** Reports not ready from now on. */
  public void stopping() {
    stopping = true;
  }

  /** Sets whether the server is warm; initially true. */
  public void warm(boolean isWarm) {
    warm = isWarm;
  }

  /** A store of this process that has stopped works again only in a new process. */
  private CompletionStage<HttpAnswer> live(Call call) {
    return engine.capabilities().shared()
        ? up().now()
        : inTime(
            probe()
                .handle((found, error) -> {
                  if (hasStopped(error)) {
                    throw notAlive();
                  }
                  return up();
                }),
            up().now());
  }

  private static boolean hasStopped(@Nullable Throwable error) {
    return error != null
        && Stages.cause(error) instanceof StoreFailureException failure
        && failure.code() == ErrorCode.STORE_FAILED;
  }

  private CompletionStage<HttpAnswer> ready(Call call) {
    if (stopping || !warm) {
      throw notReady(stopping ? "The server is stopping" : "The server is warming up");
    }
    return inTime(
        probe()
            .thenCompose(nothing -> metrics.stalledQueues())
            .handle((stalled, error) -> {
              if (error != null) {
                throw notReady("The store refuses calls");
              }
              return upUnless(stalled);
            }),
        CompletableFuture.failedFuture(notReady("The store does not answer")));
  }

  private CompletionStage<Optional<JobView>> probe() {
    return engine.find("health", "probe");
  }

  private CompletionStage<HttpAnswer> inTime(
      CompletionStage<HttpAnswer> asked, CompletionStage<HttpAnswer> late) {
    CompletableFuture<CompletionStage<HttpAnswer>> first = new CompletableFuture<>();
    long timer = vertx.setTimer(PATIENCE_MILLIS, elapsed -> first.complete(late));
    asked.whenComplete((found, error) -> {
      vertx.cancelTimer(timer);
      first.complete(asked);
    });
    return first.thenCompose(answer -> answer);
  }

  /** Callers need no token, so the names of the queues are only logged. */
  private HttpAnswer upUnless(List<String> stalled) {
    if (!stalled.isEmpty() && !stalled.equals(told)) {
      LOG.warn("Not ready: due jobs wait and no claim loop runs in the queues {}", stalled);
    }
    told = stalled;
    if (!stalled.isEmpty()) {
      throw notReady(
          "Due jobs wait and no claim loop runs in %d queues; the log of the server names them"
              .formatted(stalled.size()));
    }
    return HttpAnswer.ok(
        JsonShape.object(out -> {
          out.writeStringProperty("status", "UP");
          out.writeNumberProperty("problems", problems.last().count());
        }));
  }

  private static HttpAnswer up() {
    return HttpAnswer.ok(JsonShape.object("status", out -> out.writeString("UP")));
  }

  private static Refusal notAlive() {
    return new Refusal(
        Problem.of(503, "NOT_ALIVE", "The store has stopped; start the server again"));
  }

  private static Refusal notReady(String why) {
    return new Refusal(Problem.of(503, "NOT_READY", why));
  }

  /** Answers the metrics of the server and of its store, as Prometheus reads them. */
  private CompletionStage<HttpAnswer> metrics(Call call) {
    // Not on the event loop: it may take as long as many calls together.
    Executor executor = task -> vertx.executeBlocking(Executors.callable(task), false);
    return metrics
        .scrape(executor)
        .thenApply(text -> HttpAnswer.of(200, PROMETHEUS, () -> Buffer.buffer(text)));
  }
}
