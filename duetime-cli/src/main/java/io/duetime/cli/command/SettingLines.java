package io.duetime.cli.command;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Param;
import io.duetime.server.json.JsonTrees;
import io.duetime.settings.QueueSetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes settings as {@code KEY=VALUE}, with a dot in the key of a setting inside
 * another. Written lines can be read again, also for another queue.
 */
final class SettingLines {
  /** Of one queue, or of one change; not written, as another queue must not get it. */
  private static final Set<String> ASIDE = Set.of("version", "warning");

  private static final String RATE = QueueSetting.RATE.key();
  private static final String HAND_OVER = QueueSetting.HAND_OVER.key();
  private static final Pattern RATE_FORM = Pattern.compile("([0-9]{1,8})(?:/(.+))?");

  /** The keys, in order. */
  static final List<String> KEYS =
      Arrays.stream(QueueSetting.values()).flatMap(setting -> keys(setting).stream()).toList();

  /** Settings whose value is always a text, even where it looks like a number. */
  private static final Set<String> TEXTS =
      Stream.concat(
              Stream.of("pausedFor", "rate.per", "defaults.backoff"),
              Arrays.stream(QueueSetting.values())
                  .filter(setting ->
                      setting.kind() == QueueSetting.Kind.DURATION
                          || setting.kind() == QueueSetting.Kind.TEXT)
                  .flatMap(setting -> keys(setting).stream()))
          .collect(Collectors.toUnmodifiableSet());

  /** What is allowed for settings that have parts. */
  private static final Map<String, String> PARTS =
      Stream.concat(Stream.of(RATE), QueueSetting.groups().stream())
          .collect(Collectors.toUnmodifiableMap(name -> name, SettingLines::parts));

  private SettingLines() {}

  private static List<String> keys(QueueSetting setting) {
    if (setting == QueueSetting.RATE) {
      return List.of("rate.permits", "rate.per", "rate.burst");
    }
    String group = setting.group();
    return setting.members().stream()
        .map(member -> group.isEmpty() ? member : group + "." + member)
        .toList();
  }

  private static String parts(String name) {
    List<String> parts = KEYS.stream().filter(key -> key.startsWith(name + ".")).toList();
    int last = parts.size() - 1;
    String listed = String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    return name.equals(RATE) ? "100/1s, or " + listed : listed;
  }

  /** Writes settings, one per line. */
  static List<String> of(JsonNode settings) {
    List<String> lines = new ArrayList<>();
    settings.forEachEntry((name, value) -> {
      if (name.equals(HAND_OVER) && value.isObject()) {
        lines.add(name + "=" + route(value));
      } else if (value.isObject()) {
        value.forEachEntry((inner, part) -> lines.add(name + "." + inner + "=" + text(part)));
      } else if (!ASIDE.contains(name)) {
        lines.add(name + "=" + text(value));
      }
    });
    return lines;
  }

  /** Reads changes into the JSON of a call; an empty value is null. */
  static ObjectNode read(List<String> changes) {
    ObjectNode fields = JsonTrees.MAPPER.createObjectNode();
    for (String change : changes) {
      int equals = change.indexOf('=');
      if (equals <= 0) {
        throw new InvalidRequestException("setting", change, "KEY=VALUE, such as maxRunning=20");
      }
      put(fields, change.substring(0, equals), change.substring(equals + 1));
    }
    return fields;
  }

  private static void put(ObjectNode fields, String key, String text) {
    int dot = key.indexOf('.');
    ObjectNode owner = dot < 0 ? fields : inner(fields, key.substring(0, dot));
    String name = key.substring(dot + 1);
    if (owner.has(name)) {
      throw new InvalidRequestException(key, text, "once");
    }
    owner.set(name, PARTS.containsKey(key) ? whole(key, text) : value(key, text));
  }

  /** The value of a setting with parts: empty, which clears it, or a whole rate. */
  private static JsonNode whole(String key, String text) {
    if (text.isEmpty()) {
      return JsonTrees.MAPPER.nullNode();
    }
    Matcher rate = RATE_FORM.matcher(text);
    if (!key.equals(RATE) || !rate.matches()) {
      throw new InvalidRequestException(key, text, PARTS.get(key) + "; an empty value clears it");
    }
    ObjectNode parts = JsonTrees.MAPPER.createObjectNode();
    parts.put("permits", Long.parseLong(rate.group(1)));
    if (rate.group(2) != null) {
      parts.put("per", rate.group(2));
    }
    return parts;
  }

  private static ObjectNode inner(ObjectNode fields, String name) {
    JsonNode present = fields.get(name);
    if (present == null) {
      return fields.putObject(name);
    }
    if (present instanceof ObjectNode inner) {
      return inner;
    }
    throw new InvalidRequestException(name, text(present), "either the setting or its parts");
  }

  private static JsonNode value(String key, String text) {
    if (text.isEmpty()) {
      return JsonTrees.MAPPER.nullNode();
    }
    if (key.equals(HAND_OVER)) {
      return route(HandOverRoute.parse(text));
    }
    boolean isFlag = text.equals("true") || text.equals("false");
    Object value = isFlag ? (Object) Boolean.valueOf(text) : Param.numberOrText(text);
    return JsonTrees.MAPPER.valueToTree(TEXTS.contains(key) ? text : value);
  }

  private static JsonNode route(HandOverRoute route) {
    ObjectNode parts = JsonTrees.MAPPER.createObjectNode();
    parts.put("target", route.target());
    route.destination().forEach(parts::put);
    return parts;
  }

  private static HandOverRoute route(JsonNode parts) {
    Map<String, String> destination = new TreeMap<>();
    parts.forEachEntry((name, value) -> destination.put(name, text(value)));
    String target = destination.remove("target");
    return new HandOverRoute(target == null ? "" : target, destination);
  }

  private static String text(JsonNode value) {
    return value.isNull() ? "" : value.asString();
  }
}
