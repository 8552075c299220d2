package io.duetime.redis.internal.admin;

import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.server.Documents;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.server.Documents.DocumentResult.Outcome;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the documents of servers, each collection in a slot of its own. */
public record DocumentKeeper(RedisStore store) implements Documents {
  private static final Logger LOG = LoggerFactory.getLogger(DocumentKeeper.class);

  @Override
  public CompletionStage<Optional<Document>> document(String collection, String name) {
    return store
        .read("HGET", store.keys().documents(collection), name)
        .thenApply(record ->
            record == null
                ? Optional.empty()
                : Optional.of(read(collection, name, (byte[]) record)));
  }

  @Override
  public CompletionStage<List<Document>> documents(
      String collection, @Nullable String after, int limit) {
    return page(collection, after, limit, new ArrayList<>());
  }

  private CompletionStage<List<Document>> page(
      String collection, @Nullable String after, int limit, List<Document> found) {
    int missing = limit - found.size();
    return run(
            "list_documents", collection, Arguments.of(after == null ? "-" : "(" + after, missing))
        .thenCompose(reply -> {
          List<ScriptReply> rows = reply.each();
          rows.forEach(row -> addReadable(collection, row, found));
          return found.size() == limit || rows.size() < missing
              ? Stages.done(found)
              : page(collection, rows.get(rows.size() - 1).text("name"), limit, found);
        });
  }

  private static void addReadable(String collection, ScriptReply row, List<Document> found) {
    String name = row.text("name");
    try {
      found.add(decode(name, row.bytes("document")));
    } catch (DamagedRecordException malformed) {
      LOG.error(
          "Document {} of {} cannot be understood; it is missing in lists",
          name,
          collection,
          malformed);
    }
  }

  private static Document read(String collection, String name, byte[] record) {
    try {
      return decode(name, record);
    } catch (DamagedRecordException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "document " + name + " of " + collection + " cannot be understood",
          malformed);
    }
  }

  /** Decodes the version as text, a space, the content. */
  private static Document decode(String name, byte[] record) {
    return DamagedRecordException.unless(() -> {
      String version = new String(record, StandardCharsets.ISO_8859_1).split(" ", 2)[0];
      byte[] content = Arrays.copyOfRange(record, version.length() + 1, record.length);
      return new Document(name, Long.parseLong(version), content);
    });
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    Arguments arguments = Arguments.of(name, version, content, Limits.MAX_DOCUMENTS);
    return run("put_document", collection, arguments).thenApply(DocumentKeeper::result);
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    return run("delete_document", collection, Arguments.of(name, version))
        .thenApply(DocumentKeeper::result);
  }

  private CompletionStage<ScriptReply> run(String script, String collection, Arguments arguments) {
    byte[][] keys = {store.keys().documents(collection), store.keys().documentNames(collection)};
    return store.run(store.script(script), keys, arguments);
  }

  private static DocumentResult result(ScriptReply reply) {
    Outcome outcome =
        switch ((int) reply.number("done")) {
          case 1 -> Outcome.DONE;
          case 0 -> Outcome.CHANGED_MEANWHILE;
          default -> Outcome.FULL;
        };
    return new DocumentResult(outcome, reply.number("version"));
  }
}
