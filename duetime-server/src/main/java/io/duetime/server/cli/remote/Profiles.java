package io.duetime.server.cli.remote;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.Suggestion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The servers of a user, by names that the user has chosen. They are in the YAML file that {@value
 * #VARIABLE} names, otherwise in {@code duetime/profiles.yml} of the user's configuration.
 */
final class Profiles {
  static final String VARIABLE = "DUETIME_PROFILES";

  /** The profile of a command that names neither a server nor a profile. */
  static final String DEFAULT = "default";

  private static final List<String> KEYS =
      List.of("server", "token-file", "ca-file", "cert-file", "key-file");
  private static final YAMLMapper MAPPER = YAMLMapper.builder().build();

  private final Path file;
  private final @Nullable Path home;
  private final JsonNode root;

  private Profiles(Path file, @Nullable Path home, JsonNode root) {
    this.file = file;
    this.home = home;
    this.root = root;
  }

  /**
   * A server.
   *
   * @param token empty if the profile names no file with one
   * @param files the files for TLS that the profile names
   */
  record Profile(String server, Optional<String> token, TlsNames files) {
    /** A server without a token or files of its own. */
    static Profile of(String server) {
      return new Profile(server, Optional.empty(), new TlsNames(null, null, null));
    }
  }

  /** The files for TLS of a command; those that are null are not named. */
  record TlsNames(@Nullable Path authorities, @Nullable Path certificate, @Nullable Path key) {}

  /** Reads the file of this user; a file that does not exist has no profiles. */
  static Profiles read(Map<String, String> environment) {
    Path home = path(environment.get("HOME"));
    Path file = file(environment, home);
    try {
      return new Profiles(file, home, MAPPER.readTree(Files.readString(file)));
    } catch (JacksonException broken) {
      throw new InvalidRequestException("profiles", file, "a file with valid YAML");
    } catch (IOException none) {
      if (Files.exists(file)) {
        throw new InvalidRequestException("profiles", file, "a file that can be read");
      }
      return new Profiles(file, home, MAPPER.nullNode());
    }
  }

  private static Path file(Map<String, String> environment, @Nullable Path home) {
    Path named = path(environment.get(VARIABLE));
    if (named != null) {
      return named;
    }
    Path configuration = path(environment.get("XDG_CONFIG_HOME"));
    if (configuration == null) {
      configuration = (home == null ? Path.of("") : home).resolve(".config");
    }
    return configuration.resolve("duetime").resolve("profiles.yml");
  }

  private static @Nullable Path path(@Nullable String text) {
    return text == null || text.isEmpty() ? null : Path.of(text);
  }

  /** Finds the profile for commands that name none. */
  Optional<Profile> byDefault() {
    return root.has(DEFAULT) ? Optional.of(named(DEFAULT)) : Optional.empty();
  }

  /** Returns a profile; refuses a name that the file does not have. */
  Profile named(String name) {
    JsonNode profile = root.path(name);
    if (!profile.isObject()) {
      List<String> names = List.copyOf(root.propertyNames());
      throw new InvalidRequestException(
          "--profile", name, "a name in " + file + ": " + Suggestion.among(names, name));
    }
    for (String key : profile.propertyNames()) {
      if (!KEYS.contains(key)) {
        throw new InvalidRequestException("profile key", key, Suggestion.among(KEYS, key));
      }
    }
    String server = profile.path("server").asString("");
    if (server.isEmpty()) {
      throw new InvalidRequestException("server", null, "a URL in profile " + name + " of " + file);
    }
    return new Profile(
        server,
        token(file(profile, "token-file")),
        new TlsNames(
            file(profile, "ca-file"), file(profile, "cert-file"), file(profile, "key-file")));
  }

  private @Nullable Path file(JsonNode profile, String key) {
    String path = profile.path(key).asString("");
    if (path.isEmpty()) {
      return null;
    }
    return home != null && path.startsWith("~/")
        ? home.resolve(path.substring(2))
        : file.resolveSibling(path);
  }

  private static Optional<String> token(@Nullable Path tokenFile) {
    if (tokenFile == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(tokenFile, StandardCharsets.US_ASCII).strip());
    } catch (IOException unreadable) {
      throw new InvalidRequestException("token-file", tokenFile, "a file that can be read");
    }
  }
}
