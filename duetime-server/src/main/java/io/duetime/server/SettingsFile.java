package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads a YAML file that has the names of the server's flags as keys. */
public final class SettingsFile {
  private static final List<String> KEYS = List.of("store", "http", "beanstalkd");
  private static final YAMLMapper MAPPER = YAMLMapper.builder().build();

  private SettingsFile() {}

  /**
   * Reads a file into settings, over what they have.
   *
   * @throws InvalidRequestException when the file cannot be read, or says what cannot be
   */
  public static void read(Path file, ServerSettings.Builder settings) {
    JsonNode root = tree(file);
    if (root.isNull() || root.isMissingNode()) {
      return;
    }
    if (!root.isObject()) {
      throw new InvalidRequestException("config", file, "a YAML file of names and values");
    }
    root.forEachEntry((key, value) -> set(settings, key, value));
  }

  private static JsonNode tree(Path file) {
    try {
      return MAPPER.readTree(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      throw new InvalidRequestException("config", file, "a file that can be read");
    } catch (JacksonException broken) {
      throw new InvalidRequestException(
          "config", file, "YAML, which line " + broken.getLocation().getLineNr() + " is not");
    }
  }

  private static void set(ServerSettings.Builder settings, String key, JsonNode value) {
    if (!KEYS.contains(key)) {
      throw new InvalidRequestException("config key", key, Suggestion.among(KEYS, key));
    }
    if (!value.isString()) {
      throw new InvalidRequestException(key, value, "a text");
    }
    String text = value.stringValue();
    switch (key) {
      case "store" -> settings.store(text);
      case "http" -> settings.http(HostPort.parse(key, text));
      case "beanstalkd" -> settings.beanstalkd(HostPort.parse(key, text));
      default -> throw new IllegalStateException(key + " is among the keys");
    }
  }
}
