package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.Role;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.server.http.call.Route.BodyRule;
import io.duetime.server.http.call.Rule;
import io.duetime.wire.JsonShape;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows and changes the server that answers the call, and no other server of the store; tells
 * callers who they are and what they may do, and which calls there are.
 */
public final class ServerRoutes {
  private static final String LEVEL = "logLevel";

  private final ServerControl control;
  private final String version;
  private final Vertx vertx;
  private final Supplier<List<Route>> all;
  private volatile @Nullable Buffer document;

  /** Changes a running server, without the stores and queues it serves. Thread safe. */
  public interface ServerControl {
    /**
     * What a running server took over when it read its settings again.
     *
     * @param logLevel the levels of the log from now on
     * @param afterRestart the names of settings that have changed and apply after a restart
     */
    record Reload(String logLevel, List<String> afterRestart) {}

    /**
     * Reads tokens, certificates, settings and quotas again.
     *
     * @throws io.duetime.InvalidRequestException if a setting or the file of quotas is wrong; then
     *     these stay as they were
     */
    Reload reload();

    /** The levels of the log, as {@code "WARN, io.duetime=DEBUG"}. */
    String logLevel();

    /**
     * Logs at these levels until they are changed again, or the settings are read again.
     *
     * @throws io.duetime.InvalidRequestException if the text has no such form
     */
    void logLevel(String text);
  }

  /** Creates the routes; {@code all} gives every route of the server once it runs. */
  ServerRoutes(ServerControl control, String version, Vertx vertx, Supplier<List<Route>> all) {
    this.control = control;
    this.version = version;
    this.vertx = vertx;
    this.all = all;
  }

  List<Route> routes() {
    Rule admin = Rule.store(Role.ADMIN);
    return List.of(
        Route.get("/v1/server", admin, call -> show().now()),
        Route.patch("/v1/server", admin.audited(), this::change),
        Route.post(
            "/v1/server/reload",
            admin.audited(),
            BodyRule.NONE,
            call -> apart(() -> shape(control.reload()))),
        Route.get(
            "/v1/caller", Rule.ANY, call -> HttpAnswer.ok(TokenForm.caller(call.caller())).now()),
        Route.get("/openapi.json", Rule.ANY, call -> describe()));
  }

  private HttpAnswer show() {
    return HttpAnswer.ok(out -> {
      out.writeStartObject();
      out.writeStringProperty("version", version);
      out.writeStringProperty(LEVEL, control.logLevel());
      out.writeEndObject();
    });
  }

  private CompletionStage<HttpAnswer> change(Call call) {
    String level = call.json(List.of(LEVEL)).text(LEVEL);
    if (level == null) {
      throw new InvalidRequestException(LEVEL, null, "a level, such as \"INFO\"");
    }
    control.logLevel(level);
    return show().now();
  }

  /** Answers with what reads files or computes for long, so not on the event loop. */
  private CompletionStage<HttpAnswer> apart(Supplier<HttpAnswer> work) {
    CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
    vertx
        .executeBlocking(() -> answer.complete(work.get()), false)
        .onFailure(answer::completeExceptionally);
    return answer;
  }

  private static HttpAnswer shape(ServerControl.Reload reload) {
    return HttpAnswer.ok(out -> {
      out.writeStartObject();
      out.writeStringProperty(LEVEL, reload.logLevel());
      out.writeName("afterRestart");
      JsonShape.texts(reload.afterRestart()).write(out);
      out.writeEndObject();
    });
  }

  private CompletionStage<HttpAnswer> describe() {
    Buffer made = document;
    return made == null ? apart(() -> served(document())) : served(made).now();
  }

  private static HttpAnswer served(Buffer document) {
    return HttpAnswer.of(200, HttpAnswer.JSON, () -> document);
  }

  /** The OpenAPI document, made once. */
  private synchronized Buffer document() {
    Buffer made = document;
    if (made == null) {
      made = Buffer.buffer(OpenApi.document(all.get()));
      document = made;
    }
    return made;
  }
}
