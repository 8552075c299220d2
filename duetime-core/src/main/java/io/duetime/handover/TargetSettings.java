package io.duetime.handover;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of a target as texts. A secret is named, not given: a setting {@code password} is
 * read from the file that {@code passwordFile} names, or from the environment variable that {@code
 * passwordEnv} names.
 *
 * @param name the target's name
 * @param values the settings by name, without secrets
 */
public record TargetSettings(String name, Map<String, String> values) {
  private static final long MAX_SECRET_BYTES = 64 * 1024;

  /** Copies the settings. */
  public TargetSettings {
    Limits.text("name", name);
    values = Map.copyOf(values);
  }

  /** A setting that must be there. */
  public String required(String key) {
    return optional(key).orElseThrow(() -> new InvalidRequestException(key, null, "a value"));
  }

  /** A setting, if it is there. */
  public Optional<String> optional(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /**
   * Reads a secret that the settings name, without line ends after it; again at each call, so that
   * a changed file is seen.
   *
   * @throws InvalidRequestException if the file or the variable cannot be read
   */
  public Optional<String> secret(String key) {
    Optional<String> file = optional(key + "File").map(path -> read(key + "File", path));
    return file.or(() -> optional(key + "Env").map(name -> variable(key + "Env", name)));
  }

  /** Refuses settings that the type does not have. */
  public void allow(Set<String> keys) {
    for (String key : new TreeSet<>(values.keySet())) {
      if (!keys.contains(key)) {
        throw new InvalidRequestException(
            key, values.get(key), "one of " + String.join(", ", new TreeSet<>(keys)));
      }
    }
  }

  private static String read(String field, String path) {
    try {
      Path file = Path.of(path);
      if (Files.size(file) > MAX_SECRET_BYTES) {
        throw new InvalidRequestException(field, path, "a file of at most 64 KiB");
      }
      return Files.readString(file).stripTrailing();
    } catch (IOException | java.nio.file.InvalidPathException unreadable) {
      throw new InvalidRequestException(field, path, "a file that can be read: " + unreadable);
    }
  }

  private static String variable(String field, String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new InvalidRequestException(field, name, "an environment variable that is set");
    }
    return value;
  }
}
