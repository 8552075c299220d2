package io.duetime.handover;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.settings.DurationReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a target as texts. A secret is named, not given: a setting {@code password} is
 * read from the file that {@code passwordFile} names, or from the environment variable that {@code
 * passwordEnv} names.
 *
 * @param name the target's name
 * @param values the settings by name, without secrets
 * @param access what they may name; null for everything that the process can read and reach
 */
public record TargetSettings(
    String name, Map<String, String> values, @Nullable TargetAccess access) {
  /** The most bytes of a file with certificates. */
  public static final int MAX_CERTIFICATE_BYTES = 1 << 20;

  private static final int MAX_SECRET_BYTES = 64 * 1024;

  private static final Pattern SECRET_NAME =
      Pattern.compile("pass|secret|token|api-?key|auth|credential", Pattern.CASE_INSENSITIVE);

  /** Copies the settings. */
  public TargetSettings {
    Limits.text("name", name);
    values = Map.copyOf(values);
  }

  /** Settings that may name everything that the process can read and reach. */
  public TargetSettings(String name, Map<String, String> values) {
    this(name, values, null);
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
    String setting = key + "File";
    Optional<String> file = file(setting, MAX_SECRET_BYTES).map(path -> read(setting, path));
    return file.or(() -> optional(key + "Env").map(name -> variable(key + "Env", name)));
  }

  /** Refuses secrets that are given where a file or a variable is to be named. */
  public void refuseInline(String... secrets) {
    for (String secret : secrets) {
      if (values.containsKey(secret)) {
        throw new InvalidRequestException(
            secret, "***", secret + "File or " + secret + "Env, as secrets are not stored");
      }
    }
  }

  /**
   * Reads a duration.
   *
   * @param otherwise its text where the setting is not there
   * @param allowed the range in words, for the error
   */
  public Duration duration(
      String key, String otherwise, Duration least, Duration most, String allowed) {
    Duration duration = DurationReader.parse(key, values.getOrDefault(key, otherwise));
    return Limits.within(key, duration, least, most, allowed);
  }

  /** Refuses settings that the type does not have. */
  public void allow(Set<String> keys) {
    for (String key : new TreeSet<>(values.keySet())) {
      if (!keys.contains(key)) {
        throw new InvalidRequestException(
            key,
            shown(key),
            keys.isEmpty()
                ? "no such setting"
                : "one of " + String.join(", ", new TreeSet<>(keys)));
      }
    }
  }

  // A secret may be there under a wrong name.
  private String shown(String key) {
    return SECRET_NAME.matcher(key).find() ? "***" : String.valueOf(values.get(key));
  }

  /**
   * Finds the regular file that a setting names. Devices and pipes, which might be read for ever,
   * are refused, and so are files outside of the folder that the settings may name. A refusal does
   * not tell whether one of those exists.
   *
   * @param maxBytes the most bytes of the file
   * @throws InvalidRequestException if there is no such file, or it may not be named
   */
  public Optional<Path> file(String key, int maxBytes) {
    return optional(key)
        .map(text -> {
          try {
            Path file = access == null ? Path.of(text) : within(key, text, access);
            if (Files.isRegularFile(file)
                && Files.isReadable(file)
                && Files.size(file) <= maxBytes) {
              return file;
            }
          } catch (IOException | InvalidPathException unreadable) {
            throw unusable(key, allowed(maxBytes), unreadable);
          }
          throw new InvalidRequestException(key, text, allowed(maxBytes));
        });
  }

  private String allowed(int maxBytes) {
    String size = " of at most " + (maxBytes >> 10) + " KiB";
    return access == null
        ? "a file that can be read," + size
        : "a file that can be read," + size + ", in the server's secrets-folder";
  }

  private static Path within(String key, String text, TargetAccess access) throws IOException {
    if (access.folder() == null) {
      throw new InvalidRequestException(
          key, text, "no file, as the server's setting secrets-folder is not set");
    }
    Path folder = access.folder().toAbsolutePath().normalize();
    Path file = folder.resolve(text).normalize();
    if (file.startsWith(folder)) {
      Path real = file.toRealPath();
      if (real.startsWith(folder.toRealPath())) {
        return real;
      }
    }
    throw new NoSuchFileException(text);
  }

  /**
   * A refusal of what a setting names. The cause, which may have a part of a file, is told only
   * where the settings may name every file.
   */
  public InvalidRequestException unusable(String key, String allowed, Exception cause) {
    return new InvalidRequestException(
        key, values.get(key), access == null ? allowed + ": " + cause : allowed);
  }

  private String read(String key, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] secret = in.readNBytes(MAX_SECRET_BYTES + 1);
      if (secret.length <= MAX_SECRET_BYTES) {
        return new String(secret, UTF_8).stripTrailing();
      }
    } catch (IOException unreadable) {
      throw unusable(key, allowed(MAX_SECRET_BYTES), unreadable);
    }
    throw new InvalidRequestException(key, values.get(key), allowed(MAX_SECRET_BYTES));
  }

  private String variable(String field, String name) {
    boolean mayRead =
        access == null
            || (!access.variablePrefix().isEmpty() && name.startsWith(access.variablePrefix()));
    String value = mayRead ? System.getenv(name) : null;
    if (value == null) {
      throw new InvalidRequestException(field, name, allowedVariable());
    }
    return value;
  }

  private String allowedVariable() {
    if (access == null) {
      return "an environment variable that is set";
    }
    return access.variablePrefix().isEmpty()
        ? "no variable, as the server's setting secrets-prefix is empty"
        : "an environment variable that is set and begins with " + access.variablePrefix();
  }

  /**
   * What the settings of a target may name, where those who write them are not those who run the
   * process: targets that a server takes over HTTP.
   *
   * @param folder the folder of the files that they may name; null for none
   * @param variablePrefix how the environment variables begin that they may name; empty for none
   * @param privateRanges the addresses that {@code allowPrivate} may allow
   */
  public record TargetAccess(
      @Nullable Path folder, String variablePrefix, List<IpRange> privateRanges) {
    /** No files, no variables, and no addresses that are not public. */
    public static final TargetAccess NONE = new TargetAccess(null, "", List.of());

    /** Copies the ranges. */
    public TargetAccess {
      privateRanges = List.copyOf(privateRanges);
    }
  }
}
