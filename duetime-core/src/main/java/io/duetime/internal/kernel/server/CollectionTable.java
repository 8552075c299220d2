package io.duetime.internal.kernel.server;

import io.duetime.engine.server.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores collections of documents. Used by one thread at a time; reads its own writes. */
public interface CollectionTable {
  /** What is known of a whole collection. */
  record Collection(long lastVersion, int documents) {
    /** A collection without documents. */
    public static final Collection EMPTY = new Collection(0, 0);
  }

  /** Returns the state of a collection. */
  Collection collection(String name);

  /** Stores the state of a collection. */
  void save(String name, Collection collection);

  /** Returns a document, or null. */
  @Nullable Document find(String collection, String name);

  /** Returns the version of a document; 0 if it does not exist or cannot be understood. */
  long version(String collection, String name);

  /** Stores a document. */
  void save(String collection, Document document);

  /** Removes a document, also one that cannot be understood; answers whether there was one. */
  boolean remove(String collection, String name);

  /**
   * Returns the first documents behind a name by the bytes of their names, without those that
   * cannot be understood; null for the first.
   */
  List<Document> page(String collection, @Nullable String after, int limit);
}
