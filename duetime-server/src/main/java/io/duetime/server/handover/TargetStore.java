package io.duetime.server.handover;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.Documents;
import io.duetime.handover.Target;
import io.duetime.handover.TargetAccess;
import io.duetime.handover.TargetTypes;
import io.duetime.internal.async.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions of targets: those of a file, and those in the documents of a store. A target of
 * the file hides one of the same name in the store. The file is written by those who run the
 * server, so its targets may name all that the server can read and reach. Thread safe.
 */
public final class TargetStore {
  private static final Logger LOG = LoggerFactory.getLogger(TargetStore.class);
  private static final String TARGETS = "targets";

  private final Documents documents;
  private final TargetFile file;
  private final TargetAccess access;
  private final TargetTypes types = TargetTypes.find();

  /**
   * Keeps them in this store, beside those of the file.
   *
   * @param access what the targets of the store may name
   */
  public TargetStore(Documents documents, TargetFile file, TargetAccess access) {
    this.documents = documents;
    this.file = file;
    this.access = access;
  }

  /**
   * Opens a target, without waiting for the receiver.
   *
   * @throws InvalidRequestException if a setting is wrong, or names what it may not
   */
  Target open(TargetDefinition target) {
    return target.open(types, isDeclared(target.name()) ? null : access);
  }

  /** Whether a target is one of the file, so that it cannot be changed here. */
  public boolean isDeclared(String name) {
    return file.declared().containsKey(name);
  }

  /** Reads the file again; fails if it is wrong. */
  void readFile() {
    file.readAgain();
  }

  /** Finds a target by its name. */
  public CompletionStage<Optional<TargetDefinition>> find(String name) {
    TargetDefinition declared = file.declared().get(name);
    return declared != null
        ? Stages.done(Optional.of(declared))
        : documents.document(TARGETS, name).thenApply(found -> found.flatMap(TargetStore::read));
  }

  /** All targets, in order of their names; those that cannot be read are left out. */
  public CompletionStage<List<TargetDefinition>> all() {
    Map<String, TargetDefinition> declared = file.declared();
    return from(null, new ArrayList<>())
        .thenApply(stored -> {
          Map<String, TargetDefinition> all = new TreeMap<>();
          stored.forEach(target -> all.put(target.name(), target));
          all.putAll(declared);
          return List.copyOf(all.values());
        });
  }

  private CompletionStage<List<TargetDefinition>> from(
      @Nullable String after, List<TargetDefinition> found) {
    return documents
        .documents(TARGETS, after, Limits.MAX_DOCUMENT_PAGE)
        .thenCompose(page -> {
          page.forEach(document -> read(document).ifPresent(found::add));
          return page.size() < Limits.MAX_DOCUMENT_PAGE
              ? Stages.done(found)
              : from(page.get(page.size() - 1).name(), found);
        });
  }

  private static Optional<TargetDefinition> read(Document document) {
    try {
      return Optional.of(
          TargetDefinition.stored(document.name(), document.content(), document.version()));
    } catch (RuntimeException unreadable) {
      LOG.error("The target {} is unreadable", document.name(), unreadable);
      return Optional.empty();
    }
  }

  /**
   * Stores a target in place of the one of its version.
   *
   * @return the new version; empty if another call has changed the target meanwhile
   */
  public CompletionStage<Optional<Long>> put(TargetDefinition target) {
    return documents
        .putDocument(TARGETS, target.name(), target.version(), target.content())
        .thenApply(result ->
            switch (result.outcome()) {
              case DONE -> Optional.of(result.version());
              case CHANGED_MEANWHILE -> Optional.empty();
              case FULL ->
                  throw new InvalidRequestException(
                      "name", target.name(), "at most 10,000 targets");
            });
  }

  /** Deletes a target of a version; false if it has another. */
  public CompletionStage<Boolean> delete(String name, long version) {
    return documents
        .deleteDocument(TARGETS, name, version)
        .thenApply(result -> result.outcome() == DocumentResult.Outcome.DONE);
  }
}
