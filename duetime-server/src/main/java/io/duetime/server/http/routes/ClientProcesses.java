package io.duetime.server.http.routes;

import io.duetime.InvalidRequestException;
import io.duetime.engine.Engine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.server.Documents.DocumentResult.Outcome;
import io.duetime.runtime.call.Presence;
import io.duetime.runtime.call.Presence.Working;
import io.duetime.server.access.Caller;
import io.duetime.server.http.call.Refusal;
import io.duetime.wire.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * Stores what clients tell of their workers beside what the processes tell that have the store
 * open. Each token has documents of its own. All servers and processes read all of them, so they
 * are few and small. Thread safe.
 */
final class ClientProcesses {
  /** The most processes of a token, or of an address without one, that tell this server. */
  static final int MOST = 200;

  /** The most processes that tell this server. */
  static final int MOST_IN_ALL = 2_000;

  /** As much is stored of a process. */
  static final int MOST_BYTES = 8 * 1024;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final int MOST_HOLDER = 120;

  private final Engine engine;

  /** When each process was last told of here, the longest ago first; guarded by itself. */
  private final Map<String, Long> toldMillis = new LinkedHashMap<>();

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
    return (told.workers().isEmpty() ? delete(prefix + id) : put(prefix, prefix + id, told))
        .thenApply(ClientProcesses::isTold);
  }

  private CompletionStage<DocumentResult> delete(String name) {
    synchronized (toldMillis) {
      toldMillis.remove(name);
    }
    return version(name)
        .thenCompose(known -> engine.deleteDocument(Presence.COLLECTION, name, known));
  }

  private CompletionStage<DocumentResult> put(String prefix, String name, Presence told) {
    return engine
        .nowMillis()
        .thenCompose(now -> {
          admit(prefix, name, now);
          byte[] content = hungFirst(told).at(now).encode(MOST_BYTES);
          return version(name)
              .thenCompose(known -> engine.putDocument(Presence.COLLECTION, name, known, content));
        });
  }

  private CompletionStage<Long> version(String name) {
    return engine
        .document(Presence.COLLECTION, name)
        .thenApply(known -> known.map(Document::version).orElse(Document.ABSENT));
  }

  // Those that do not fit are left out.
  private static Presence hungFirst(Presence told) {
    List<Working> workers =
        told.workers().stream()
            .sorted(Comparator.comparing((Working one) -> one.abandoned() == 0))
            .toList();
    return new Presence(told.process(), 0, null, workers, List.of(), 0);
  }

  /** Refuses another process if there are too many. */
  private void admit(String prefix, String name, long now) {
    synchronized (toldMillis) {
      Iterator<Long> oldest = toldMillis.values().iterator();
      while (oldest.hasNext() && now - oldest.next() >= Presence.YOUNG.toMillis()) {
        oldest.remove();
      }
      if (toldMillis.remove(name) == null) {
        if (toldMillis.size() >= MOST_IN_ALL) {
          throw tooMany("The server is told of " + MOST_IN_ALL);
        }
        if (toldMillis.keySet().stream().filter(one -> one.startsWith(prefix)).count() >= MOST) {
          throw tooMany("The token has told of " + MOST);
        }
      }
      toldMillis.put(name, now);
    }
  }

  private static boolean isTold(DocumentResult result) {
    if (result.outcome() == Outcome.FULL) {
      throw tooMany("The store is told of too many");
    }
    return true;
  }

  private static Refusal tooMany(String what) {
    return new Refusal(
        Problem.of(429, "TOO_MANY_REQUESTS", what + " processes; those are forgotten after 15 s"));
  }
}
