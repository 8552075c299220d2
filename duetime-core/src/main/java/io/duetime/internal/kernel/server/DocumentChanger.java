package io.duetime.internal.kernel.server;

import io.duetime.Limits;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.DocumentResult.Outcome;
import io.duetime.internal.kernel.server.CollectionTable.Collection;

/** Changes documents whose version is the expected one. */
public final class DocumentChanger {
  private final CollectionTable table;

  /** Changes the documents of a table. */
  public DocumentChanger(CollectionTable table) {
    this.table = table;
  }

  /** Returns the table, to read from. */
  public CollectionTable table() {
    return table;
  }

  /** Stores a document if it has a version. */
  public DocumentResult put(String collection, String name, long version, byte[] content) {
    long known = table.version(collection, name);
    if (known != version) {
      return new DocumentResult(Outcome.CHANGED_MEANWHILE, known);
    }
    Collection state = table.collection(collection);
    int documents = state.documents() + (table.remove(collection, name) ? 0 : 1);
    if (documents > Limits.MAX_DOCUMENTS) {
      return new DocumentResult(Outcome.FULL, known);
    }
    Document document = new Document(name, state.lastVersion() + 1, content);
    table.save(collection, document);
    table.save(collection, new Collection(document.version(), documents));
    return new DocumentResult(Outcome.DONE, document.version());
  }

  /** Deletes a document if it has a version. */
  public DocumentResult delete(String collection, String name, long version) {
    long known = table.version(collection, name);
    if (known != version) {
      return new DocumentResult(Outcome.CHANGED_MEANWHILE, known);
    }
    if (table.remove(collection, name)) {
      Collection state = table.collection(collection);
      table.save(collection, new Collection(state.lastVersion(), state.documents() - 1));
    }
    return new DocumentResult(Outcome.DONE, Document.ABSENT);
  }
}
