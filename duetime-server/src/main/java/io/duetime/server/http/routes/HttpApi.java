package io.duetime.server.http.routes;

import io.duetime.engine.Engine;
import io.duetime.server.access.TokenBook;
import io.duetime.server.event.EventStreams;
import io.duetime.server.event.QueueBriefs;
import io.duetime.server.handover.HandOvers;
import io.duetime.server.http.call.HttpLimits;
import io.duetime.server.http.call.LineIntake;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.RouteTable;
import io.duetime.server.http.routes.LeaseRoutes.WaitingClaims;
import io.duetime.server.http.routes.ServerRoutes.ServerControl;
import io.duetime.server.metrics.ServerMetrics;
import io.duetime.server.problem.ProblemKeeper;
import io.duetime.server.problem.StoreProblem;
import io.duetime.server.problem.WarningKeeper;
import io.duetime.server.task.TaskKeeper;
import io.duetime.server.task.TaskStepper;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates all routes of the API over one engine, and stops them. */
public final class HttpApi {
  /** How often a server looks for tasks that no server runs. */
  private static final long TASK_PAUSE_MILLIS = 5_000;

  private static final long WARNING_PAUSE_MILLIS = 30_000;

  private final HealthRoutes health;
  private final TaskKeeper tasks;
  private final Runnable stopClaims;
  private final WatchRoutes watches;
  private final RouteTable routes;
  private final LineIntake lines;

  /**
   * The parts that the API uses.
   *
   * @param backups copies the store into a new or empty folder while it is used; null where that is
   *     not offered
   * @param claims claims jobs for callers that wait
   * @param stopClaims answers all waiting claims without jobs; later ones do not wait
   * @param ids creates ids for jobs without one
   * @param version the version of the server
   * @param metrics measures the server and its store
   * @param control changes the server while it runs
   * @param handOvers hands queues over to targets
   * @param problems judges what is wrong
   */
  public record Parts(
      Engine engine,
      @Nullable Consumer<Path> backups,
      WaitingClaims claims,
      Runnable stopClaims,
      Supplier<String> ids,
      String version,
      ServerMetrics metrics,
      ServerControl control,
      HandOvers handOvers,
      ProblemKeeper problems) {}

  /** Creates the routes; they answer on the event loops of {@code vertx}. */
  public HttpApi(Vertx vertx, Parts parts, HttpLimits limits, TokenBook tokens) {
    Engine engine = parts.engine();
    Executor executor = task -> vertx.runOnContext(now -> task.run());
    TaskStepper stepper = new TaskStepper(engine, executor);
    this.tasks =
        new TaskKeeper(
            engine,
            stepper,
            parts.ids(),
            (task, millis) -> vertx.setTimer(millis, elapsed -> task.run()));
    parts.metrics().unfinishedTasks(tasks::unfinished);
    vertx.setPeriodic(TASK_PAUSE_MILLIS, again -> tasks.takeOver());
    WarningKeeper warnings = new WarningKeeper(engine);
    vertx.setPeriodic(WARNING_PAUSE_MILLIS, again -> warnings.runOnce());
    ProblemKeeper problems = parts.problems();
    vertx.setPeriodic(1, ProblemKeeper.PACE.toMillis(), again -> problems.runOnce());
    for (StoreProblem.Kind kind : StoreProblem.Kind.values()) {
      parts.metrics().problems(kind.name(), () -> problems.last().count(kind));
    }
    QueueBriefs briefs =
        new QueueBriefs(engine, parts.metrics().lateness(), parts.handOvers()::trouble);
    EventStreams events = new EventStreams(vertx, engine, tasks, warnings, briefs, problems::last);
    this.health = new HealthRoutes(engine, vertx, parts.metrics(), problems);
    this.stopClaims = parts.stopClaims();
    this.watches = new WatchRoutes(engine, events);
    this.lines = new LineIntake(engine, parts.ids(), limits);
    this.routes =
        new RouteTable(
            Stream.of(
                    health.routes(),
                    new JobRoutes(engine, parts.handOvers(), parts.ids(), executor).routes(),
                    new BatchRoutes(engine, stepper, tasks, executor).routes(),
                    new LeaseRoutes(engine, parts.claims(), limits.maxWait()).routes(),
                    watches.routes(),
                    new QueueRoutes(engine, briefs, parts.handOvers()).routes(),
                    new ProblemRoutes(problems, engine).routes(),
                    new RecurringRoutes(engine).routes(),
                    new TaskRoutes(tasks).routes(),
                    new SearchRoutes(engine, executor).routes(),
                    new StoreRoutes(parts, vertx).routes(),
                    new TokenRoutes(engine, tokens).routes(),
                    new SignInRoutes(engine, tokens, vertx).routes(),
                    new TargetRoutes(parts.handOvers()).routes(),
                    new ServerRoutes(parts.control(), parts.version(), vertx, this::all).routes())
                .flatMap(List::stream)
                .toList());
  }

  /** Finds the route of a call. */
  public RouteTable routes() {
    return routes;
  }

  private List<Route> all() {
    return routes.routes();
  }

  /** Accepts calls whose bodies are lines of JSON. */
  public LineIntake lines() {
    return lines;
  }

  /** Sets whether the server is warm, and so ready; initially true. */
  public void warm(boolean isWarm) {
    health.warm(isWarm);
  }

  /** Reports not ready from now on, and answers waiting claims. */
  public void stopping() {
    health.stopping();
    tasks.stopping();
    stopClaims.run();
    watches.stopping();
  }
}
