package io.duetime.server.http.operations;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.HttpAnswer;
import io.duetime.server.http.call.Route;
import io.duetime.wire.JsonShape;
import io.vertx.core.Vertx;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Backs up the store into a folder on the server's machine while work goes on. */
public final class BackupRoutes {
  private static final String FOLDER = "folder";

  private final Engine engine;
  private final @Nullable Consumer<Path> backups;
  private final Vertx vertx;

  /** Uses {@code backups}, or refuses where they are not offered. */
  public BackupRoutes(Engine engine, @Nullable Consumer<Path> backups, Vertx vertx) {
    this.engine = engine;
    this.backups = backups;
    this.vertx = vertx;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(Route.post("/v1/store/backup", List.of(), BodyRule.SMALL_JSON, this::backup));
  }

  private CompletionStage<HttpAnswer> backup(Call call) {
    Path folder = absolute(call.json(List.of(FOLDER)).text(FOLDER));
    Consumer<Path> copier = backups;
    if (copier == null) {
      throw new InvalidRequestException(
          ErrorCode.UNSUPPORTED, "store", engine.capabilities().name(), "a store in a folder");
    }
    // Writing blocks, so not on the event loop.
    CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
    vertx
        .executeBlocking(() -> answer.complete(copy(copier, folder)), false)
        .onFailure(answer::completeExceptionally);
    return answer;
  }

  private static HttpAnswer copy(Consumer<Path> copier, Path folder) {
    copier.accept(folder);
    return HttpAnswer.ok(JsonShape.object("folder", JsonShape.value(folder.toString())));
  }

  // The caller does not know the working directory of the server.
  private static Path absolute(@Nullable String text) {
    try {
      Path folder = text == null ? Path.of("") : Path.of(text);
      if (folder.isAbsolute()) {
        return folder.normalize();
      }
    } catch (InvalidPathException malformed) {
      // Refused below.
    }
    throw new InvalidRequestException(FOLDER, text, "an absolute path on the server's machine");
  }
}
