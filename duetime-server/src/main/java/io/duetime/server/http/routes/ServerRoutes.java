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
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Shows and changes the server that answers the call, and no other server of the store; tells
 * callers who they are and what they may do, and which calls there are.
 */
public final class ServerRoutes {
  private static final String LEVEL = "logLevel";
  private static final String DOCUMENT = "openapi.json";

  private final ServerControl control;
  private final String version;
  private final Vertx vertx;

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

  ServerRoutes(ServerControl control, String version, Vertx vertx) {
    this.control = control;
    this.version = version;
    this.vertx = vertx;
  }

  List<Route> routes() {
    Rule admin = Rule.store(Role.ADMIN);
    Buffer document = Buffer.buffer(document());
    return List.of(
        Route.get("/v1/server", admin, call -> show().now()),
        Route.patch("/v1/server", admin.audited(), this::change),
        Route.post("/v1/server/reload", admin.audited(), BodyRule.NONE, call -> reload()),
        Route.get(
            "/v1/caller", Rule.ANY, call -> HttpAnswer.ok(TokenForm.caller(call.caller())).now()),
        Route.get(
            "/" + DOCUMENT,
            Rule.ANY,
            call -> HttpAnswer.of(200, HttpAnswer.JSON, () -> document).now()));
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

  private CompletionStage<HttpAnswer> reload() {
    // Reading files blocks, so not on the event loop.
    CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
    vertx
        .executeBlocking(() -> answer.complete(shape(control.reload())), false)
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

  private static byte[] document() {
    try (InputStream in = ServerRoutes.class.getResourceAsStream(DOCUMENT)) {
      if (in == null) {
        throw new IllegalStateException(DOCUMENT + " is missing from the jar");
      }
      return in.readAllBytes();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
