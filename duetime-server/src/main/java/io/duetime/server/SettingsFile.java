package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.Suggestion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads a YAML file that has the names of the server's flags as keys. */
public final class SettingsFile {
  private static final String MAX_JOB_SIZE = "beanstalkd-max-job-size";
  private static final String MAX_CONNECTIONS = "beanstalkd-max-connections";

  // In the order in which messages list them.
  private static final List<String> KEYS =
      List.of("store", "http", "beanstalkd", MAX_JOB_SIZE, MAX_CONNECTIONS);

  /** What is allowed where YAML reads a value that is not text. */
  private static final String STORE_FORM = "a URI such as embedded:./duetime-data";

  private static final String ADDRESS_FORM = "a text such as 127.0.0.1:8420";

  private static final Pattern ENDS_WITH_COLON =
      Pattern.compile("([a-z]+):\\s+([^'\"#\\s]+:)\\s*(?:#.*)?");
  private static final YAMLMapper MAPPER = YAMLMapper.builder().build();

  private SettingsFile() {}

  /**
   * Reads a file into settings and replaces the values that it names.
   *
   * @throws InvalidRequestException if the file cannot be read, or has an unknown key or a wrong
   *     value
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

  /** Sets the address of the beanstalkd protocol; {@code off} for none. */
  public static void setBeanstalkd(String field, String text, ServerSettings.Builder settings) {
    if (text.equals("off")) {
      settings.noBeanstalkd();
    } else {
      settings.beanstalkd(HostPort.parse(field, text));
    }
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
      throw new InvalidRequestException("config", file, "a file that can be read");
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

  private static void set(ServerSettings.Builder settings, String key, JsonNode value) {
    if (!KEYS.contains(key)) {
      throw new InvalidRequestException("config key", key, Suggestion.among(KEYS, key));
    }
    if (key.equals(MAX_JOB_SIZE) || key.equals(MAX_CONNECTIONS)) {
      setLimit(settings, key, value);
      return;
    }
    if (!value.isString()) {
      throw new InvalidRequestException(
          key, value, key.equals("store") ? STORE_FORM : ADDRESS_FORM);
    }
    String text = value.stringValue();
    switch (key) {
      case "store" -> settings.store(text);
      case "http" -> settings.http(HostPort.parse(key, text));
      case "beanstalkd" -> setBeanstalkd(key, text, settings);
      default -> throw new IllegalStateException(key + " is among the keys");
    }
  }

  private static void setLimit(ServerSettings.Builder settings, String key, JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw new InvalidRequestException(key, value, "a whole number");
    }
    int limit = value.intValue();
    settings.beanstalkdLimits(limits ->
        key.equals(MAX_JOB_SIZE)
            ? limits.maxJobSize(key, limit)
            : limits.maxConnections(key, limit));
  }
}
