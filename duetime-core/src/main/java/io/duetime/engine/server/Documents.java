package io.duetime.engine.server;

import io.duetime.Limits;
import io.duetime.engine.server.Documents.Document;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Stores small documents in collections, such as tokens, tasks and targets. A change names the
 * version that it replaces, so that no change of another process is lost. What is answered is as
 * durable as the store's default durability says.
 *
 * <p>A document whose record is damaged counts as absent for changes, so it can be replaced and
 * deleted; lists leave it out.
 *
 * <p>A collection is named by 1 to 32 letters {@code a-z}, a document by 1 to 200 bytes of UTF-8
 * without control characters. A document has at most 64 KiB, a collection at most 10,000 documents.
 * A collection exists from its first document on.
 */
public interface Documents {
  /** Finds a document; empty if it does not exist. */
  CompletionStage<Optional<Document>> document(String collection, String name);

  /**
   * Lists documents, ascending by the bytes of their names.
   *
   * @param after the name behind which the page begins; null for the first page
   * @param limit the most documents, 1 to 100; a shorter page is the last
   */
  CompletionStage<List<Document>> documents(String collection, @Nullable String after, int limit);

  /**
   * Stores a document if it still has a version. The new version is greater than all that the
   * collection ever had, so a version is never given twice.
   *
   * @param version the version to replace; {@link Document#ABSENT} if the document must not exist
   * @param content at most 64 KiB; not copied, and must not be changed afterwards
   */
  CompletionStage<DocumentResult> putDocument(
      String collection, String name, long version, byte[] content);

  /** Deletes a document if it still has a version. */
  CompletionStage<DocumentResult> deleteDocument(String collection, String name, long version);

  /**
   * A document of a collection. The content is not copied; neither side may change it.
   *
   * @param name unique in the collection
   * @param version grows with every change
   * @param content bytes that engines do not read
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and too expensive to copy
  record Document(String name, long version, byte[] content) {
    /** The version of a document that does not exist. */
    public static final long ABSENT = 0;

    /** Checks the name and the size. */
    public Document {
      Limits.documentName(name);
      Limits.documentContent(content);
    }
  }

  /**
   * The result of a change of a document.
   *
   * @param outcome what happened
   * @param version the version that the document now has; {@link Document#ABSENT} if it does not
   *     exist
   */
  record DocumentResult(Outcome outcome, long version) {
    /** The outcomes of a change. */
    public enum Outcome {
      /** The document was stored or deleted. */
      DONE,
      /** The document has another version; nothing was changed. */
      CHANGED_MEANWHILE,
      /** The collection has as many documents as it may have; nothing was changed. */
      FULL
    }
  }
}
