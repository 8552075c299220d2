package io.duetime.server.http.routes;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.server.http.call.Answer;
import io.duetime.server.http.call.BodyRule;
import io.duetime.server.http.call.Call;
import io.duetime.server.http.call.Route;
import io.duetime.server.json.StoreShape;
import io.vertx.core.Vertx;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Copies the store into another folder of the server's machine while work goes on. */
final class BackupRoutes {
  private static final String FOLDER = "folder";

  private final Engine engine;
  private final @Nullable Backups backups;
  private final Vertx vertx;

  BackupRoutes(Engine engine, @Nullable Backups backups, Vertx vertx) {
    this.engine = engine;
    this.backups = backups;
    this.vertx = vertx;
  }

  List<Route> routes() {
    return List.of(Route.post("/v1/store/backup", List.of(), BodyRule.JSON, this::backup));
  }

  private CompletionStage<Answer> backup(Call call) {
    Path folder = absolute(call.json(List.of(FOLDER)).text(FOLDER));
    Backups copier = backups;
    if (copier == null) {
      throw new InvalidRequestException(
          ErrorCode.UNSUPPORTED, "store", engine.capabilities().name(), "a store in a folder");
    }
    // Writing takes its time: not on the event loop.
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    vertx
        .executeBlocking(() -> answer.complete(copy(copier, folder)), false)
        .onFailure(answer::completeExceptionally);
    return answer;
  }

  private static Answer copy(Backups copier, Path folder) {
    copier.into(folder);
    return Answer.ok(StoreShape.backup(folder));
  }

  // Relative to what? The caller does not know where the server was started.
  private static Path absolute(@Nullable String text) {
    try {
      Path folder = text == null ? Path.of("") : Path.of(text);
      if (folder.isAbsolute()) {
        return folder.normalize();
      }
    } catch (InvalidPathException malformed) {
      // Said below.
    }
    throw new InvalidRequestException(FOLDER, text, "an absolute path on the server's machine");
  }
}
