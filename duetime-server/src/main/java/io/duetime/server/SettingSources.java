package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.json.UnreadableFile;
import io.duetime.wire.Suggestion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Finds the value of each setting: in the flags, otherwise in the environment, otherwise in the
 * file, otherwise the default. Reads the file again with each call.
 *
 * @param flags the values of flags
 * @param environment the environment's variables
 * @param file the file that a flag names; without it {@value #FILE_VARIABLE} may name one
 */
public record SettingSources(
    Map<Setting<?>, String> flags, Map<String, String> environment, Optional<Path> file) {
  /** The variable of the environment that names a file. */
  public static final String FILE_VARIABLE = "DUETIME_CONFIG";

  private static final String PREFIX = "DUETIME_";
  private static final String CONFIG = "config";
  private static final Pattern ENDS_WITH_COLON =
      Pattern.compile("([a-z-]+):\\s+([^'\"#\\s]+:)\\s*(?:#.*)?");

  /** Variables of the command and of the launcher. */
  private static final List<String> OTHER_VARIABLES =
      List.of(
          "DUETIME_SERVER",
          "DUETIME_TOKEN",
          "DUETIME_TOKEN_FILE",
          "DUETIME_CA_FILE",
          "DUETIME_JAVA_OPTS");

  public SettingSources {
    flags = Map.copyOf(flags);
  }

  /**
   * A text and where it came from.
   *
   * @param origin the flag, the variable or the file
   * @param field the name that a refusal of the text has
   */
  public record Found(String text, String origin, String field) {}

  /** The values that are set; a setting without one has its default. */
  public Map<Setting<?>, Found> found() {
    requireNoMistypedVariable();
    Map<Setting<?>, Found> found = new LinkedHashMap<>();
    settingsFile().ifPresent(path -> addFile(path, found));
    for (Setting<?> setting : Setting.all()) {
      find(setting, setting.variable(), setting.fileVariable(), environment)
          .ifPresent(value -> found.put(setting, value));
      String flag = flags.get(setting);
      if (flag != null) {
        found.put(setting, new Found(flag, setting.flag(), setting.flag()));
      }
    }
    return found;
  }

  /** Reads the values into settings, and checks them. */
  public ServerSettings settings() {
    return settings(found());
  }

  /** Reads values that {@link #found} has returned into settings, and checks them. */
  public static ServerSettings settings(Map<Setting<?>, Found> found) {
    ServerSettings.Builder settings = new ServerSettings.Builder();
    found.forEach((setting, value) -> settings.read(setting, value.field(), value.text()));
    return settings.build();
  }

  /** The file that a flag or the environment names. */
  public Optional<Path> settingsFile() {
    return file.or(() -> Optional.ofNullable(environment.get(FILE_VARIABLE)).map(Path::of));
  }

  private static void addFile(Path path, Map<Setting<?>, Found> found) {
    Map<String, String> texts = texts(path);
    for (Setting<?> setting : Setting.all()) {
      find(setting, setting.key(), setting.fileKey(), texts)
          .ifPresent(value -> {
            boolean isOwn = value.field().equals(setting.key());
            String origin = isOwn ? path.toString() : path + ", " + value.field();
            found.put(setting, new Found(value.text(), origin, value.field()));
          });
    }
  }

  /** Finds the text that a name has, or that the file has to which another name leads. */
  private static Optional<Found> find(
      Setting<?> setting, String name, Optional<String> fileName, Map<String, String> texts) {
    String text = texts.get(name);
    Optional<String> field = fileName.filter(texts::containsKey);
    if (field.isEmpty()) {
      return Optional.ofNullable(text).map(own -> new Found(own, name, name));
    }
    if (text != null) {
      throw new InvalidRequestException(
          field.get(), "set", "only one of " + name + " and " + field.get());
    }
    return field.map(one -> fromFile(setting, one, String.valueOf(texts.get(one))));
  }

  /** The texts of a YAML file that has the names of flags as keys, by these. */
  private static Map<String, String> texts(Path file) {
    JsonNode root = tree(file);
    if (root.isNull() || root.isMissingNode()) {
      return Map.of();
    }
    if (!root.isObject()) {
      throw new InvalidRequestException(CONFIG, file, "a YAML file of names and values");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    root.forEachEntry((key, value) -> texts.put(key, text(key, value)));
    return texts;
  }

  private static JsonNode tree(Path file) {
    byte[] text = DeclaredFile.bytes(CONFIG, file);
    try {
      return DeclaredFile.parse(CONFIG, file, text);
    } catch (InvalidRequestException broken) {
      requireQuotes(new String(text, StandardCharsets.UTF_8));
      throw broken;
    }
  }

  // To YAML a colon at the end of a value, as in "memory:", begins another mapping.
  private static void requireQuotes(String text) {
    text.lines()
        .map(ENDS_WITH_COLON::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .ifPresent(pair -> {
          throw new InvalidRequestException(
              pair.group(1), pair.group(2), "a value that ends with ':' only in quotes");
        });
  }

  private static String text(String key, JsonNode value) {
    List<String> keys = Setting.keys();
    if (!keys.contains(key)) {
      throw new InvalidRequestException("config key", key, Suggestion.among(keys, key));
    }
    Optional<SettingType<?>> type = Setting.ofKey(key).map(Setting::type);
    if (!value.isString() && !type.filter(one -> one.isWritten(value)).isPresent()) {
      throw new InvalidRequestException(
          key, value, type.map(SettingType::allowed).orElse("the path of a file"));
    }
    return value.asString();
  }

  private static Found fromFile(Setting<?> setting, String field, String path) {
    try {
      String text = Files.readString(Path.of(path)).strip();
      setting.requireSecret(field, path, text);
      return new Found(text, field, field);
    } catch (IOException unreadable) {
      throw UnreadableFile.of(field, Path.of(path), "a file", unreadable);
    }
  }

  /**
   * Refuses a variable whose name is nearly that of a setting. Other unknown ones are left alone:
   * an orchestrator may set variables that begin as ours do.
   */
  private void requireNoMistypedVariable() {
    for (String name : environment.keySet()) {
      if (name.startsWith(PREFIX) && !isKnown(name)) {
        List<String> allowed = Setting.variables();
        if (Suggestion.nearest(allowed, name).isPresent()) {
          throw new InvalidRequestException(
              "environment variable", name, Suggestion.among(allowed, name));
        }
      }
    }
  }

  private static boolean isKnown(String name) {
    return name.equals(FILE_VARIABLE)
        || OTHER_VARIABLES.contains(name)
        || Setting.variables().contains(name);
  }
}
