package io.duetime.redis.internal.admin;

import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.DocumentResult.Outcome;
import io.duetime.engine.server.Documents;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.DocumentCodec;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.ReplyPart;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the documents of servers, each collection in a slot of its own. */
public final class DocumentKeeper implements Documents {
  private static final Logger LOG = LoggerFactory.getLogger(DocumentKeeper.class);

  private final StoreAccess store;
  private final Script list;
  private final Script put;
  private final Script delete;

  public DocumentKeeper(StoreAccess store) {
    this.store = store;
    this.list = store.script("list_documents");
    this.put = store.script("put_document");
    this.delete = store.script("delete_document");
  }

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
            list, collection, new Arguments().add(after == null ? "-" : "(" + after).add(missing))
        .thenCompose(reply -> {
          List<ReplyPart> rows = reply.each();
          rows.forEach(row -> addReadable(collection, row, found));
          return found.size() == limit || rows.size() < missing
              ? Stages.done(found)
              : page(collection, rows.get(rows.size() - 1).text("name"), limit, found);
        });
  }

  private static void addReadable(String collection, ReplyPart row, List<Document> found) {
    String name = row.text("name");
    try {
      found.add(DocumentCodec.read(name, row.bytes("document")));
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
      return DocumentCodec.read(name, record);
    } catch (DamagedRecordException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "document " + name + " of " + collection + " cannot be understood",
          malformed);
    }
  }

  @Override
  public CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content) {
    Arguments arguments =
        new Arguments().add(name).add(version).add(content).add(Limits.MAX_DOCUMENTS);
    return run(put, collection, arguments).thenApply(DocumentKeeper::result);
  }

  @Override
  public CompletionStage<DocumentResult> deleteDocument(
      String collection, String name, long version) {
    return run(delete, collection, new Arguments().add(name).add(version))
        .thenApply(DocumentKeeper::result);
  }

  private CompletionStage<ScriptReply> run(Script script, String collection, Arguments arguments) {
    byte[][] keys = {store.keys().documents(collection), store.keys().documentNames(collection)};
    return store
        .time()
        .send(arguments, all -> store.link().run(script, keys, all))
        .thenApply(answer -> ScriptReply.of(script, answer));
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
