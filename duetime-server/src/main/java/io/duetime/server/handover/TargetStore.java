package io.duetime.server.handover;

import io.duetime.InvalidRequestException;
import io.duetime.async.Stages;
import io.duetime.engine.server.Documents;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings.TargetAccess;
import io.duetime.handover.TargetTypes;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.document.StoredDocuments;
import io.duetime.server.document.StoredDocuments.Stored;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The definitions of targets: those of a file, and those in the documents of a store. A target of
 * the file hides one of the same name in the store. The file is written by those who run the
 * server, so its targets may name all that the server can read and reach. Thread safe.
 */
public final class TargetStore {
  private final StoredDocuments<TargetDefinition> stored;
  private final DeclaredFile<Map<String, TargetDefinition>> file;
  private final TargetAccess access;
  private final TargetTypes types = TargetTypes.find();

  /**
   * Keeps them in this store, beside those of the file.
   *
   * @param access what the targets of the store may name
   */
  public TargetStore(
      Documents documents, DeclaredFile<Map<String, TargetDefinition>> file, TargetAccess access) {
    this.stored =
        new StoredDocuments<>(
            documents,
            "targets",
            TargetDefinition::name,
            TargetDefinition::stored,
            TargetDefinition::content);
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
    return file.value().containsKey(name);
  }

  /** Reads the file again; fails if it is wrong. */
  void readFile() {
    file.readAgain();
  }

  public CompletionStage<Optional<TargetDefinition>> find(String name) {
    TargetDefinition declared = file.value().get(name);
    return declared != null
        ? Stages.done(Optional.of(declared))
        : stored.find(name).thenApply(found -> found.map(Stored::value));
  }

  /** All targets, in order of their names; those that cannot be read are left out. */
  public CompletionStage<List<TargetDefinition>> all() {
    Map<String, TargetDefinition> declared = file.value();
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
    return stored.put(target, target.version()).thenApply(put -> put.map(Stored::version));
  }

  /** Deletes a target of a version; false if it has another. */
  public CompletionStage<Boolean> delete(String name, long version) {
    return stored
        .delete(name, version)
        .thenApply(result -> result.outcome() == DocumentResult.Outcome.DONE);
  }

  /** Targets that a file declares by their names, in addition to those of the store. */
  public static final class TargetFile {
    static final int MAX_TARGETS = 1_000;

    private static final String SETTING = "targets-file";

    private final Path file;
    private final TargetTypes types = TargetTypes.find();
    private final AtomicLong readings = new AtomicLong();

    private TargetFile(Path file) {
      this.file = file;
    }

    /**
     * Reads a file. With each reading its targets have new versions, so they are opened again with
     * the secrets of the moment.
     *
     * @throws InvalidRequestException if it cannot be read, or a target in it cannot be opened;
     *     names the file, the target and the setting
     */
    public static DeclaredFile<Map<String, TargetDefinition>> of(Path file) {
      return new DeclaredFile<>(
          new DeclaredFile.Source<>(
              SETTING, "targets of the file", file, new TargetFile(file)::targets, Map::size));
    }

    private Map<String, TargetDefinition> targets(JsonNode root) {
      if (!root.isObject() || root.size() > MAX_TARGETS) {
        throw new InvalidRequestException(
            SETTING, file, "a file with at most " + MAX_TARGETS + " targets by their names");
      }
      Map<String, TargetDefinition> targets = new TreeMap<>();
      long version = readings.incrementAndGet();
      root.forEachEntry((name, settings) -> targets.put(name, target(name, settings, version)));
      return targets;
    }

    private TargetDefinition target(String name, JsonNode settings, long version) {
      return DeclaredFile.within(
          "%s %s, %s".formatted(SETTING, file, name),
          () -> {
            if (!settings.isObject()) {
              throw new InvalidRequestException(
                  "value", null, "an object with the settings of a target");
            }
            Map<String, @Nullable Object> members = DeclaredFile.members(settings);
            TargetDefinition target = TargetDefinition.read(name, members, version);
            target.open(types, null).close();
            return target;
          });
    }
  }
}
