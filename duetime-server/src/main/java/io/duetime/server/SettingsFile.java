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
  // In the order in which messages list them.
  private static final List<String> KEYS =
      List.of(
          "store",
          "http",
          "beanstalkd",
          "tls-cert",
          "tls-key",
          "tls-client-ca",
          "allow-network-without-tokens");

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

  private static String form(String key) {
    if (key.startsWith("tls-")) {
      return "the path of a PEM file";
    }
    return key.equals("store") ? STORE_FORM : ADDRESS_FORM;
  }

  private static void allowNetwork(ServerSettings.Builder settings, String key, JsonNode value) {
    if (!value.isBoolean()) {
      throw new InvalidRequestException(key, value, "true or false");
    }
    if (value.booleanValue()) {
      settings.allowNetworkWithoutTokens();
    }
  }

  private static void set(ServerSettings.Builder settings, String key, JsonNode value) {
    if (!KEYS.contains(key)) {
      throw new InvalidRequestException("config key", key, Suggestion.among(KEYS, key));
    }
    if (key.equals("allow-network-without-tokens")) {
      allowNetwork(settings, key, value);
      return;
    }
    if (!value.isString()) {
      throw new InvalidRequestException(key, value, form(key));
    }
    String text = value.stringValue();
    switch (key) {
      case "store" -> settings.store(text);
      case "http" -> settings.http(HostPort.parse(key, text));
      case "beanstalkd" -> settings.beanstalkd(HostPort.parse(key, text));
      case "tls-cert" -> settings.tlsCert(Path.of(text));
      case "tls-key" -> settings.tlsKey(Path.of(text));
      case "tls-client-ca" -> settings.tlsClientCa(Path.of(text));
      default -> throw new IllegalStateException(key + " is among the keys");
    }
  }
}
