package io.duetime.server.handover;

import io.duetime.InvalidRequestException;
import io.duetime.handover.TargetTypes;
import io.duetime.server.document.DeclaredFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Targets that a file declares by their names, in YAML or JSON, in addition to those of the store.
 * Thread safe.
 */
public final class TargetFile {
  static final int MAX_TARGETS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(TargetFile.class);
  private static final String SETTING = "targets-file";

  private final @Nullable Path file;
  private final TargetTypes types = TargetTypes.find();
  private volatile Map<String, TargetDefinition> declared = Map.of();
  private long readings; // guarded by this

  private TargetFile(@Nullable Path file) {
    this.file = file;
  }

  /** No file. */
  public static TargetFile none() {
    return new TargetFile(null);
  }

  /**
   * Reads a file.
   *
   * @throws InvalidRequestException if it cannot be read, or a target in it cannot be opened; names
   *     the file, the target and the setting
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
          Map<String, JsonNode> members = DeclaredFile.members(settings);
          TargetDefinition target = TargetDefinition.read(name, members, readings);
          target.open(types, null).close();
          return target;
        });
  }
}
