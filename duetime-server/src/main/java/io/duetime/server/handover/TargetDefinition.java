package io.duetime.server.handover;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.handover.TargetTypes;
import io.duetime.server.access.Secret;
import io.duetime.server.json.StrictJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A named target as it is stored.
 *
 * @param name the name
 * @param type the type, such as {@code rabbitmq}
 * @param settings the other settings; each value is a text, a number or a flag
 * @param version changes with the stored definition
 */
public record TargetDefinition(
    String name, String type, Map<String, JsonNode> settings, long version) {
  private static final String TYPE = "type";
  private static final int MAX_SETTINGS = 50;
  private static final Pattern SECRET =
      Pattern.compile(
          "(.*(password|secret|token|passphrase|api-?key))|key", Pattern.CASE_INSENSITIVE);

  /** Checks the name. */
  public TargetDefinition {
    new HandOverRoute(name, Map.of());
    Secret.refuseAs("name", name);
    settings = Map.copyOf(settings);
  }

  /**
   * Reads a definition.
   *
   * @throws InvalidRequestException if it is malformed, or has a secret in plain text
   */
  public static TargetDefinition read(String name, Map<String, JsonNode> members, long version) {
    if (members.size() > MAX_SETTINGS) {
      throw new InvalidRequestException(
          "target", members.size() + " settings", "at most " + MAX_SETTINGS);
    }
    Map<String, JsonNode> settings = new LinkedHashMap<>(members);
    JsonNode type = settings.remove(TYPE);
    if (type == null || !type.isString()) {
      throw new InvalidRequestException(TYPE, type, "the type of the target, such as \"rabbitmq\"");
    }
    settings.values().removeIf(JsonNode::isNull);
    settings.forEach(TargetDefinition::check);
    return new TargetDefinition(name, type.stringValue(), settings, version);
  }

  private static void check(String key, JsonNode value) {
    if (SECRET.matcher(key).matches()) {
      throw new InvalidRequestException(
          key,
          "a value that is not shown",
          "%sFile or %sEnv, as secrets are not stored".formatted(key, key));
    }
    if (!value.isString() && !value.isNumber() && !value.isBoolean()) {
      throw new InvalidRequestException(key, value, "a text, a number or a flag");
    }
  }

  static TargetDefinition stored(String name, byte[] content, long version) {
    return read(name, StrictJson.object(content).values(), version);
  }

  byte[] content() {
    return StrictJson.MAPPER.writeValueAsString(members()).getBytes(UTF_8);
  }

  /** The definition as JSON, the type first. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(TYPE, type);
    members.putAll(new java.util.TreeMap<>(settings));
    return members;
  }

  Target open(TargetTypes types) {
    Map<String, String> texts = new LinkedHashMap<>();
    settings.forEach((key, value) -> texts.put(key, value.asString()));
    return types.open(type, new TargetSettings(name, texts));
  }
}
