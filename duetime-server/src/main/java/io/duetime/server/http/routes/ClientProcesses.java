package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.runtime.call.Presence;
import io.duetime.server.access.Caller;
import io.duetime.server.http.call.Refusal;
import io.duetime.wire.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stores what clients tell of their workers beside what the processes tell that have the store
 * open. Each token has documents of its own. Thread safe.
 */
final class ClientProcesses {
  /** The most processes of a token, or of an address without one. */
  static final int MOST = 1_000;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final int MOST_HOLDER = 120;
  private static final int PAGE = 100;

  private final Engine engine;

  /** Stores nothing yet. */
  ClientProcesses(Engine engine) {
    this.engine = engine;
  }

  /**
   * Stores what a process tells, or deletes it if it has no workers.
   *
   * @param id chosen by the process
   */
  CompletionStage<Boolean> tell(Caller caller, String id, Presence told) {
    if (!ID.matcher(id).matches()) {
      throw new InvalidRequestException("process", id, "1 to 64 letters, digits, - and _");
    }
    String holder = URLEncoder.encode(caller.holder(), StandardCharsets.UTF_8);
    String prefix = holder.substring(0, Math.min(MOST_HOLDER, holder.length())) + "/";
    return engine
        .document(Presence.COLLECTION, prefix + id)
        .thenCompose(known -> {
          long version = known.map(Document::version).orElse(Document.ABSENT);
          if (told.workers().isEmpty()) {
            return engine.deleteDocument(Presence.COLLECTION, prefix + id, version);
          }
          return (known.isPresent() ? Stages.done(0) : count(prefix, null, 0))
              .thenCompose(others -> engine.nowMillis())
              .thenCompose(now ->
                  engine.putDocument(
                      Presence.COLLECTION, prefix + id, version, told.at(now).encode()));
        })
        .thenApply(done -> true);
  }

  /** Counts the processes of a token; refuses another one if these are too many. */
  private CompletionStage<Integer> count(String prefix, @Nullable String after, int before) {
    return engine
        .documents(Presence.COLLECTION, after == null ? prefix : after, PAGE)
        .thenCompose(page -> {
          List<String> found =
              page.stream().map(Document::name).filter(name -> name.startsWith(prefix)).toList();
          int number = before + found.size();
          if (number >= MOST) {
            throw new Refusal(
                Problem.of(
                    429,
                    "TOO_MANY_REQUESTS",
                    "The token has told of "
                        + MOST
                        + " processes; those are forgotten after 15 s"));
          }
          return found.size() < PAGE
              ? Stages.done(number)
              : count(prefix, found.get(found.size() - 1), number);
        });
  }
}
