package io.duetime.server.document;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryableException;
import io.duetime.async.Stages;
import io.duetime.engine.server.Documents;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.server.Documents.DocumentResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values that are the documents of a collection, one each. A document that cannot be read, such as
 * one of a newer version, counts as absent: it is left to the servers that can read it, and must
 * not hinder the others. Thread safe.
 */
public final class StoredDocuments<T> {
  private static final Logger LOG = LoggerFactory.getLogger(StoredDocuments.class);
  private static final int MOST_TRIES = 100;

  private final Documents documents;
  private final String collection;
  private final Function<T, String> namer;
  private final Function<Document, T> reader;
  private final Function<T, byte[]> writer;

  /** The names of unreadable documents, each of which is logged once. */
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  /** Reads and writes the documents of this collection. */
  public StoredDocuments(
      Documents documents,
      String collection,
      Function<T, String> namer,
      Function<Document, T> reader,
      Function<T, byte[]> writer) {
    this.documents = documents;
    this.collection = collection;
    this.namer = namer;
    this.reader = reader;
    this.writer = writer;
  }

  /** A value, and the version of its document, which grows with each change of the collection. */
  public record Stored<T>(T value, long version) {}

  public CompletionStage<Optional<Stored<T>>> find(String name) {
    return documents.document(collection, name).thenApply(found -> found.flatMap(this::read));
  }

  /** Lists all values, in order of their names. */
  public CompletionStage<List<Stored<T>>> all() {
    return from(null, new ArrayList<>());
  }

  private CompletionStage<List<Stored<T>>> from(@Nullable String after, List<Stored<T>> found) {
    return documents
        .documents(collection, after, Limits.MAX_DOCUMENT_PAGE)
        .thenCompose(page -> {
          page.forEach(document -> read(document).ifPresent(found::add));
          return page.size() < Limits.MAX_DOCUMENT_PAGE
              ? Stages.done(found)
              : from(page.get(page.size() - 1).name(), found);
        });
  }

  private Optional<Stored<T>> read(Document document) {
    try {
      return Optional.of(new Stored<>(reader.apply(document), document.version()));
    } catch (RuntimeException failure) {
      if (unreadable.add(document.name())) {
        LOG.error(
            "{} of the {} is unreadable, and counts as absent here",
            document.name(),
            collection,
            failure);
      }
      return Optional.empty();
    }
  }

  /**
   * Stores a value in place of the one of a version.
   *
   * @return empty if there is another version
   * @throws InvalidRequestException from the stage, if the collection is full
   */
  public CompletionStage<Optional<Stored<T>>> put(T value, long version) {
    String name = namer.apply(value);
    return documents
        .putDocument(collection, name, version, writer.apply(value))
        .thenApply(result ->
            switch (result.outcome()) {
              case DONE -> Optional.of(new Stored<>(value, result.version()));
              case CHANGED_MEANWHILE -> Optional.empty();
              case FULL ->
                  throw new InvalidRequestException("name", name, "at most 10,000 " + collection);
            });
  }

  /**
   * Changes a value; the change is computed again if another process changes the value meanwhile.
   *
   * @param change answers an equal object if nothing is to be stored
   * @return the value from now on; empty if there is none
   */
  public CompletionStage<Optional<T>> change(String name, UnaryOperator<T> change) {
    return change(name, change, MOST_TRIES);
  }

  private CompletionStage<Optional<T>> change(String name, UnaryOperator<T> change, int tries) {
    if (tries == 0) {
      throw new RetryableException(
          ErrorCode.STORE_UNAVAILABLE, name + " of the " + collection + " changes too often");
    }
    return find(name)
        .thenCompose(found -> {
          if (found.isEmpty()) {
            return Stages.done(Optional.<T>empty());
          }
          T old = found.get().value();
          T changed = change.apply(old);
          return changed.equals(old)
              ? Stages.done(Optional.of(old))
              : put(changed, found.get().version())
                  .thenCompose(put ->
                      put.isPresent()
                          ? Stages.done(Optional.of(changed))
                          : change(name, change, tries - 1));
        });
  }

  /** Deletes the document of a version. */
  public CompletionStage<DocumentResult> delete(String name, long version) {
    return documents.deleteDocument(collection, name, version);
  }
}
