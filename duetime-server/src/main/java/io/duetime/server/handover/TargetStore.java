package io.duetime.server.handover;

import io.duetime.InvalidRequestException;
import io.duetime.async.Stages;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.Documents;
import io.duetime.handover.Target;
import io.duetime.handover.TargetAccess;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

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
    return file.declared().containsKey(name);
  }

  /** Reads the file again; fails if it is wrong. */
  void readFile() {
    file.readAgain();
  }

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
    return stored.put(target, target.version()).thenApply(put -> put.map(Stored::version));
  }

  /** Deletes a target of a version; false if it has another. */
  public CompletionStage<Boolean> delete(String name, long version) {
    return stored
        .delete(name, version)
        .thenApply(result -> result.outcome() == DocumentResult.Outcome.DONE);
  }

  /**
   * Targets that a file declares by their names, in YAML or JSON, in addition to those of the
   * store. Thread safe.
   */
  public static final class TargetFile {
    static final int MAX_TARGETS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(TargetStore.class);
    private static final String SETTING = "targets-file";

    private final @Nullable Path file;
    private final TargetTypes types = TargetTypes.find();
    private volatile Map<String, TargetDefinition> declared = Map.of();
    private long readings; // guarded by this

    private TargetFile(@Nullable Path file) {
      this.file = file;
    }

    public static TargetFile none() {
      return new TargetFile(null);
    }

    /**
     * Reads a file.
     *
     * @throws InvalidRequestException if it cannot be read, or a target in it cannot be opened;
     *     names the file, the target and the setting
     */
    public static TargetFile of(Path file) {
      TargetFile read = new TargetFile(file);
      read.read(file);
      return read;
    }

    /** The targets of the file by name, as they were last read. */
    Map<String, TargetDefinition> declared() {
      return declared;
    }

    /**
     * Reads the file again, and logs what was read. Its targets have new versions then, so they are
     * opened again with the secrets of the moment.
     *
     * @throws InvalidRequestException if it is wrong; then the targets stay as they are
     */
    void readAgain() {
      if (file == null) {
        return;
      }
      try {
        read(file);
        LOG.info("The targets of {} were read again: {}", file, declared.keySet());
      } catch (InvalidRequestException wrong) {
        LOG.error("The targets of the file stay as they are: {}", wrong.getMessage());
        throw wrong;
      }
    }

    private synchronized void read(Path from) {
      Map<String, TargetDefinition> read = new TreeMap<>();
      JsonNode root = DeclaredFile.read(SETTING, from);
      if (!root.isObject() || root.size() > MAX_TARGETS) {
        throw new InvalidRequestException(
            SETTING, from, "a file with at most " + MAX_TARGETS + " targets by their names");
      }
      readings++;
      root.forEachEntry((name, settings) -> read.put(name, target(from, name, settings)));
      declared = read;
    }

    private TargetDefinition target(Path from, String name, JsonNode settings) {
      return DeclaredFile.within(
          "%s %s, %s".formatted(SETTING, from, name),
          () -> {
            if (!settings.isObject()) {
              throw new InvalidRequestException(
                  "value", null, "an object with the settings of a target");
            }
            Map<String, @Nullable Object> members = DeclaredFile.members(settings);
            TargetDefinition target = TargetDefinition.read(name, members, readings);
            target.open(types, null).close();
            return target;
          });
    }
  }
}
