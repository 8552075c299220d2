package io.duetime.server.http.operations;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.wire.JsonShape;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows and changes the server that answers the call, and no other server of the store. */
public final class ServerRoutes {
  private static final String LEVEL = "logLevel";

  private final ServerControl control;
  private final String version;
  private final Vertx vertx;

  /** Changes a server by its control. */
  public ServerRoutes(ServerControl control, String version, Vertx vertx) {
    this.control = control;
    this.version = version;
    this.vertx = vertx;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.get("/v1/server", List.of(), call -> CompletableFuture.completedFuture(show())),
        Route.patch("/v1/server", List.of(), this::change),
        Route.post("/v1/server/reload", List.of(), BodyRule.NONE, call -> reload()));
  }

  private HttpAnswer show() {
    return HttpAnswer.ok(
        JsonShape.object(out -> {
          out.writeStringProperty("version", version);
          out.writeStringProperty(LEVEL, control.logLevel());
        }));
  }

  private CompletionStage<HttpAnswer> change(Call call) {
    String level = call.json(List.of(LEVEL)).text(LEVEL);
    if (level == null) {
      throw new InvalidRequestException(LEVEL, null, "a level, such as \"INFO\"");
    }
    control.logLevel(level);
    return CompletableFuture.completedFuture(show());
  }

  private CompletionStage<HttpAnswer> reload() {
    // Reading files blocks, so not on the event loop.
    CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
    vertx
        .executeBlocking(() -> answer.complete(shape(control.reload())), false)
        .onFailure(answer::completeExceptionally);
    return answer;
  }

  private static HttpAnswer shape(ServerControl.Reload reload) {
    return HttpAnswer.ok(
        JsonShape.object(out -> {
          out.writeStringProperty(LEVEL, reload.logLevel());
          out.writeName("afterRestart");
          out.writeStartArray();
          reload.afterRestart().forEach(out::writeString);
          out.writeEndArray();
        }));
  }
}
