package io.duetime.server.handover;

import io.duetime.InvalidRequestException;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.Documents;
import io.duetime.handover.Target;
import io.duetime.handover.TargetAccess;
import io.duetime.handover.TargetTypes;
import io.duetime.internal.async.Stages;
import io.duetime.server.document.StoredDocuments;
import io.duetime.server.document.StoredDocuments.Stored;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * The definitions of targets: those of a file, and those in the documents of a store. A target of
 * the file hides one of the same name in the store. The file is written by those who run the
 * server, so its targets may name all that the server can read and reach. Thread safe.
 */
public final class TargetStore {
  private final StoredDocuments<TargetDefinition> stored;
  private final TargetFile file;
  private final TargetAccess access;
  private final TargetTypes types = TargetTypes.find();

  /**
   * Keeps them in this store, beside those of the file.
   *
   * @param access what the targets of the store may name
   */
  public TargetStore(Documents documents, TargetFile file, TargetAccess access) {
    this.stored =
        new StoredDocuments<>(
            documents, "targets", TargetDefinition::stored, TargetDefinition::content);
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
        : stored.find(name).thenApply(found -> found.map(Stored::value));
  }

  /** All targets, in order of their names; those that cannot be read are left out. */
  public CompletionStage<List<TargetDefinition>> all() {
    Map<String, TargetDefinition> declared = file.declared();
    return stored
        .all()
        .thenApply(found -> {
          Map<String, TargetDefinition> all = new TreeMap<>();
          found.forEach(target -> all.put(target.value().name(), target.value()));
          all.putAll(declared);
          return List.copyOf(all.values());
        });
  }

  /**
   * Stores a target in place of the one of its version.
   *
   * @return the new version; empty if another call has changed the target meanwhile
   */
  public CompletionStage<Optional<Long>> put(TargetDefinition target) {
    return stored
        .put(target.name(), target.version(), target)
        .thenApply(put -> put.map(Stored::version));
  }

  /** Deletes a target of a version; false if it has another. */
  public CompletionStage<Boolean> delete(String name, long version) {
    return stored
        .delete(name, version)
        .thenApply(result -> result.outcome() == DocumentResult.Outcome.DONE);
  }
}
