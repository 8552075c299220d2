package io.duetime.kernel.state;

import io.duetime.Limits;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.server.Documents.DocumentResult.Outcome;
import io.duetime.kernel.transfer.NumberBlocks;
import io.duetime.kernel.transfer.NumberBlocks.Block;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores what belongs to no queue alone: the documents and the audit log of a server, the numbers
 * that were set aside for queues, and the fences of deleted queues. Used by one thread at a time;
 * reads its own writes.
 */
public interface StoreData {
  record Collection(long lastVersion, int documents) {
    public static final Collection EMPTY = new Collection(0, 0);
  }

  Collection collection(String name);

  void save(String name, Collection collection);

  @Nullable Document find(String collection, String name);

  /** Returns the version of a document; 0 if it does not exist or cannot be understood. */
  long version(String collection, String name);

  void save(String collection, Document document);

  /** Removes a document, also one that cannot be understood; answers whether there was one. */
  boolean remove(String collection, String name);

  /**
   * Returns the first documents behind a name by the bytes of their names, without those that
   * cannot be understood; null for the first.
   */
  List<Document> page(String collection, @Nullable String after, int limit);

  /** Appends an entry and removes those beyond the limit; returns its number. */
  long append(long now, AuditEvent event);

  /** Returns the newest entries with a smaller number, newest first. */
  List<AuditEntry> auditPage(long before, int limit);

  /** The numbers that were set aside; may be asked from any thread. */
  NumberBlocks numbers();

  /** Keeps a block of numbers. */
  void save(Block block);

  /** No fence of a deleted queue is above this one: its name may be used again. */
  long deletedFences();

  /** Has queues made from now on begin above this fence. */
  void raiseDeletedFences(long upTo);

  /** Sets numbers aside for a queue and answers the first. */
  default long reserve(String queue, int size) {
    Block block = numbers().reserve(queue, size);
    save(block);
    return block.first();
  }

  /** See {@link Transfer#common}. */
  default List<StoreEntry> entries() {
    List<StoreEntry> entries = new ArrayList<>();
    if (deletedFences() > 0) {
      entries.add(new StoreEntry.DeletedFences(deletedFences()));
    }
    numbers().all().forEach(block -> entries.add(new StoreEntry.Numbers(block)));
    return entries;
  }

  /** Takes an entry over; answers whether it was not there already. */
  default boolean take(StoreEntry entry) {
    if (entry instanceof StoreEntry.DeletedFences fences) {
      raiseDeletedFences(fences.upTo());
      return true;
    }
    if (entry instanceof StoreEntry.Numbers numbers) {
      boolean isNew = numbers().take(numbers.block());
      if (isNew) {
        save(numbers.block());
      }
      return isNew;
    }
    throw new IllegalArgumentException("belongs to a queue: " + entry);
  }

  default DocumentResult put(String collection, String name, long version, byte[] content) {
    long known = version(collection, name);
    if (known != version) {
      return new DocumentResult(Outcome.CHANGED_MEANWHILE, known);
    }
    Collection state = collection(collection);
    int documents = state.documents() + (remove(collection, name) ? 0 : 1);
    if (documents > Limits.MAX_DOCUMENTS) {
      return new DocumentResult(Outcome.FULL, known);
    }
    Document document = new Document(name, state.lastVersion() + 1, content);
    save(collection, document);
    save(collection, new Collection(document.version(), documents));
    return new DocumentResult(Outcome.DONE, document.version());
  }

  default DocumentResult delete(String collection, String name, long version) {
    long known = version(collection, name);
    if (known != version) {
      return new DocumentResult(Outcome.CHANGED_MEANWHILE, known);
    }
    if (remove(collection, name)) {
      Collection state = collection(collection);
      save(collection, new Collection(state.lastVersion(), state.documents() - 1));
    }
    return new DocumentResult(Outcome.DONE, Document.ABSENT);
  }
}
