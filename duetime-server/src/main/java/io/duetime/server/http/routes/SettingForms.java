package io.duetime.server.http.routes;

import io.duetime.QueueSettings;
import io.duetime.server.json.JsonTrees;
import io.duetime.settings.QueueSetting;
import io.duetime.wire.SettingsJson;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Describes the settings of a queue, as they are declared, in the form of {@code openapi.yaml}. */
final class SettingForms {
  private static final String DEFAULTS = ".defaults";

  private SettingForms() {}

  /** Adds the type of each setting to a form that has words about some. */
  static void describe(ObjectNode form) {
    for (QueueSetting setting : QueueSetting.values()) {
      ObjectNode group =
          setting.group().isEmpty() ? form : form.withObjectProperty(setting.group());
      new TreeMap<>(types(setting))
          .forEach((member, type) -> {
            JsonNode words = group.remove(member);
            group.put(member, words == null ? type : type + " -- " + words.asString());
          });
    }
  }

  private static Map<String, String> types(QueueSetting setting) {
    String key = setting.key();
    return switch (setting.kind()) {
      case PAUSE -> Map.of("paused", "boolean", key, "Moment?");
      case COUNT -> Map.of(key, "integer " + setting.least() + ".." + most(setting));
      case DURATION -> Map.of(key, "Duration");
      case TEXT -> Map.of(key, "string?");
      case RATE -> Map.of(key, "Rate?");
      case RETRY -> Map.of("maxAttempts", "MaxAttempts", "backoff", "Backoff", "jitter", "Jitter");
      case ROUTE -> Map.of(key, "HandOver?");
    };
  }

  private static String most(QueueSetting setting) {
    return setting.most() == Long.MAX_VALUE ? "" : Long.toString(setting.most());
  }

  /** Adds settings with their defaults to examples that are marked so. */
  static void addDefaults(JsonNode examples) {
    JsonNode defaults =
        JsonTrees.MAPPER.readTree(SettingsJson.of(QueueSettings.DEFAULT, 0).bytes());
    for (JsonNode marked : examples.findParents(DEFAULTS)) {
      ObjectNode example = (ObjectNode) marked;
      example.remove(DEFAULTS);
      defaults.forEachEntry(example::putIfAbsent);
    }
  }
}
