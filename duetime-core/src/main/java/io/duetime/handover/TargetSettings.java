package io.duetime.handover;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The settings of a target as texts. A secret is named, not given: a setting {@code password} is
 * read from the file that {@code passwordFile} names, or from the environment variable that {@code
 * passwordEnv} names.
 *
 * @param name the target's name
 * @param values the settings by name, without secrets
 */
public record TargetSettings(String name, Map<String, String> values) {
  private static final int MAX_SECRET_BYTES = 64 * 1024;

  private static final Pattern SECRET_NAME =
      Pattern.compile("pass|secret|token|api-?key|auth|credential", Pattern.CASE_INSENSITIVE);

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
            key, shown(key), "one of " + String.join(", ", new TreeSet<>(keys)));
      }
    }
  }

  // A secret may be there under a wrong name.
  private String shown(String key) {
    return SECRET_NAME.matcher(key).find() ? "***" : String.valueOf(values.get(key));
  }

  private static String read(String field, String path) {
    try {
      Path file = Path.of(path);
      if (!Files.isRegularFile(file)) {
        throw new InvalidRequestException(field, path, "a file that can be read");
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] secret = in.readNBytes(MAX_SECRET_BYTES + 1);
        if (secret.length > MAX_SECRET_BYTES) {
          throw new InvalidRequestException(field, path, "a file of at most 64 KiB");
        }
        return new String(secret, UTF_8).stripTrailing();
      }
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
