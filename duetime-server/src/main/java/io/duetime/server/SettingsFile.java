package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.Suggestion;
import io.duetime.server.json.UnreadableFile;
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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads a YAML file that has the names of the server's flags as keys. */
final class SettingsFile {
  private static final Pattern ENDS_WITH_COLON =
      Pattern.compile("([a-z-]+):\\s+([^'\"#\\s]+:)\\s*(?:#.*)?");
  private static final YAMLMapper MAPPER = YAMLMapper.builder().build();

  private SettingsFile() {}

  /**
   * Reads the texts of a file by their keys.
   *
   * @throws InvalidRequestException if the file cannot be read, or has an unknown key or a value
   *     that is not text
   */
  static Map<String, String> read(Path file) {
    JsonNode root = tree(file);
    if (root.isNull() || root.isMissingNode()) {
      return Map.of();
    }
    if (!root.isObject()) {
      throw new InvalidRequestException("config", file, "a YAML file of names and values");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    root.forEachEntry((key, value) -> texts.put(key, text(key, value)));
    return texts;
  }

  private static JsonNode tree(Path file) {
    byte[] text = bytes(file);
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException broken) {
      int line = broken.getLocation().getLineNr();
      requireQuotes(new String(text, StandardCharsets.UTF_8), line);
      throw new InvalidRequestException("config", file, "valid YAML; line " + line + " is not");
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw UnreadableFile.of("config", file, "a file", unreadable);
    }
  }

  // To YAML a colon at the end of a value, as in "memory:", begins another mapping.
  private static void requireQuotes(String text, int line) {
    String broken = text.lines().skip(line - 1L).findFirst().orElse("");
    Matcher pair = ENDS_WITH_COLON.matcher(broken);
    if (pair.matches()) {
      throw new InvalidRequestException(
          pair.group(1), pair.group(2), "a value that ends with ':' only in quotes");
    }
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
}
