package io.duetime.server.handover;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.server.Documents.Document;
import io.duetime.handover.Target;
import io.duetime.handover.TargetSettings;
import io.duetime.handover.TargetSettings.TargetAccess;
import io.duetime.handover.TargetTypes;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Token.Secret;
import io.duetime.wire.JsonShape;
import io.duetime.wire.StrictJson;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A named target as it is stored. Two kinds of settings are for every type: {@code queues}, the
 * queues whose admins may use it, and {@code destination.NAME}, a setting of the destination that
 * is the same for every queue.
 *
 * @param name the name
 * @param type the type, such as {@code rabbitmq}
 * @param settings the other settings; each value is a text, a number or a flag
 * @param version changes with the stored definition
 */
public record TargetDefinition(
    String name, String type, Map<String, Object> settings, long version) {
  private static final String TYPE = "type";
  private static final String QUEUES = "queues";
  private static final String DESTINATION = "destination.";
  private static final int MAX_SETTINGS = 50;
  private static final Pattern SECRET =
      Pattern.compile(
          "(.*(password|secret|token|passphrase|api-?key))|key", Pattern.CASE_INSENSITIVE);

  /** Checks the name, the patterns of queues and the names of the destination's settings. */
  public TargetDefinition {
    new HandOverRoute(name, destination(settings));
    Secret.refuseAs("name", name);
    patterns(settings);
    settings = Map.copyOf(settings);
  }

  private static Map<String, String> destination(Map<String, Object> settings) {
    Map<String, String> destination = new LinkedHashMap<>();
    settings.forEach((key, value) -> {
      if (key.startsWith(DESTINATION)) {
        destination.put(key.substring(DESTINATION.length()), value.toString());
      }
    });
    return destination;
  }

  private static List<QueuePattern> patterns(Map<String, Object> settings) {
    Object text = settings.get(QUEUES);
    if (text == null) {
      return List.of();
    }
    List<QueuePattern> patterns =
        Arrays.stream(text.toString().split(",", -1))
            .map(pattern -> new QueuePattern(Limits.queuePattern(QUEUES, pattern.strip())))
            .toList();
    if (patterns.size() > Grant.MAX_QUEUES) {
      throw new InvalidRequestException(
          QUEUES, patterns.size() + " patterns", "1 to " + Grant.MAX_QUEUES + " patterns");
    }
    return patterns;
  }

  /** Whether an admin of a queue may have it handed over to this target. */
  boolean isFor(String queue) {
    return patterns(settings).stream().anyMatch(pattern -> pattern.matches(queue));
  }

  /**
   * The route of a queue with the settings of the destination that this target fixes.
   *
   * @throws InvalidRequestException if the route has another value for one of them
   */
  HandOverRoute route(HandOverRoute asked) {
    Map<String, String> whole = new LinkedHashMap<>(asked.destination());
    destination(settings)
        .forEach((key, value) -> {
          String given = whole.put(key, value);
          if (given != null && !given.equals(value)) {
            throw new InvalidRequestException(
                "handOver." + key, given, value + ", which the target " + name + " fixes");
          }
        });
    return new HandOverRoute(asked.target(), whole);
  }

  /**
   * Reads a definition.
   *
   * @throws InvalidRequestException if it is malformed, or has a secret in plain text
   */
  public static TargetDefinition read(
      String name, Map<String, ? extends @Nullable Object> members, long version) {
    if (members.size() > MAX_SETTINGS) {
      throw new InvalidRequestException(
          "target", members.size() + " settings", "at most " + MAX_SETTINGS);
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    members.forEach((key, value) -> {
      if (value != null) {
        settings.put(key, value);
      }
    });
    if (!(settings.remove(TYPE) instanceof String type)) {
      throw new InvalidRequestException(
          TYPE, shown(members.get(TYPE)), "the type of the target, such as \"rabbitmq\"");
    }
    settings.computeIfPresent(
        QUEUES, (key, queues) -> queues instanceof List<?> list ? joined(list) : queues);
    settings.forEach(TargetDefinition::check);
    return new TargetDefinition(name, type, settings, version);
  }

  /** A list as the text that is stored; none for an empty one. */
  private static @Nullable String joined(List<?> queues) {
    return queues.isEmpty()
        ? null
        : queues.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static @Nullable Object shown(@Nullable Object value) {
    return value == null ? null : JsonShape.value(value).text();
  }

  private static void check(String key, Object value) {
    if (SECRET.matcher(key).matches()) {
      throw new InvalidRequestException(
          key,
          "a value that is not shown",
          "%sFile or %sEnv, as secrets are not stored".formatted(key, key));
    }
    if (value instanceof Map || value instanceof List) {
      throw new InvalidRequestException(key, shown(value), "a text, a number or a flag");
    }
  }

  static TargetDefinition stored(Document document) {
    return read(
        document.name(), StrictJson.object(document.content()).values(), document.version());
  }

  byte[] content() {
    return JsonShape.value(members()).bytes();
  }

  /** The definition as JSON, the type first. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(TYPE, type);
    members.putAll(new TreeMap<>(settings));
    return members;
  }

  Target open(TargetTypes types, @Nullable TargetAccess access) {
    Map<String, String> texts = new LinkedHashMap<>();
    settings.forEach((key, value) -> {
      if (!key.equals(QUEUES) && !key.startsWith(DESTINATION)) {
        texts.put(key, value.toString());
      }
    });
    return types.open(type, new TargetSettings(name, texts, access));
  }
}
