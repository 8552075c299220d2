package io.duetime.server.quota;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.internal.client.QueuePattern;
import io.duetime.server.json.Fields;
import io.duetime.server.json.UnreadableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the file that declares quotas, in YAML or JSON. */
public final class QuotaFile {
  static final int MAX_ENTRIES = 1_000;
  static final int MAX_BYTES = 1 << 20;

  private static final String SETTING = "quotas-file";
  private static final String LIST = "quotas";
  private static final String AHEAD = "maxAhead";
  private static final String INTERVAL = "minInterval";
  private static final List<String> NAMES =
      List.of("queues", "maxWaiting", AHEAD, "maxPayload", INTERVAL, "maxQueues");
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private QuotaFile() {}

  /**
   * Checks a file.
   *
   * @throws InvalidRequestException if it cannot be read or is wrong; names file, entry and field
   */
  public static void check(Path file) {
    read(file);
  }

  static Quotas read(Path file) {
    JsonNode root = tree(file);
    return within(SETTING + " " + file, () -> new Quotas(rules(root)));
  }

  private static JsonNode tree(Path file) {
    try {
      return MAPPER.readTree(bytes(file));
    } catch (JacksonException broken) {
      int line = broken.getLocation().getLineNr();
      throw new InvalidRequestException(SETTING, file, "valid YAML; line " + line + " is not");
    }
  }

  private static byte[] bytes(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] text = in.readNBytes(MAX_BYTES + 1);
      if (text.length > MAX_BYTES) {
        throw new InvalidRequestException(SETTING, file, "a file of at most 1 MiB");
      }
      return text;
    } catch (IOException unreadable) {
      throw UnreadableFile.of(SETTING, file, "a file", unreadable);
    }
  }

  private static List<QuotaRule> rules(JsonNode root) {
    members(root, List.of(LIST));
    JsonNode list = root.path(LIST);
    if (!list.isArray()) {
      throw new InvalidRequestException(LIST, given(list), "a list of entries");
    }
    if (list.size() > MAX_ENTRIES) {
      throw new InvalidRequestException(
          LIST, list.size() + " entries", "at most " + MAX_ENTRIES + " entries");
    }
    List<QuotaRule> rules = new ArrayList<>(list.size());
    for (JsonNode entry : list) {
      rules.add(within("entry " + (rules.size() + 1), () -> rule(entry)));
    }
    return rules;
  }

  private static QuotaRule rule(JsonNode entry) {
    Fields fields = members(entry, NAMES);
    return new QuotaRule(
        fields.texts("queues").stream().map(QuotaFile::pattern).toList(),
        fields.whole("maxWaiting"),
        duration(AHEAD, entry, fields),
        fields.whole("maxPayload"),
        duration(INTERVAL, entry, fields),
        fields.whole("maxQueues"));
  }

  private static QueuePattern pattern(String text) {
    return new QueuePattern(Limits.queuePattern("queues", text));
  }

  private static @Nullable Duration duration(String name, JsonNode entry, Fields fields) {
    JsonNode value = entry.path(name);
    if (value.isNumber()) {
      throw new InvalidRequestException(name, value, "a duration with its unit, such as 30d");
    }
    return fields.duration(name);
  }

  private static Fields members(JsonNode object, List<String> allowed) {
    if (!object.isObject()) {
      throw new InvalidRequestException(
          "value", given(object), "an object with " + String.join(", ", allowed));
    }
    Map<String, JsonNode> members = new LinkedHashMap<>();
    object.forEachEntry(members::put);
    return Fields.ofJson(members, allowed);
  }

  private static @Nullable JsonNode given(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? null : value;
  }

  /** Names the place before the field of a refusal. */
  private static <T> T within(String place, Supplier<T> read) {
    try {
      return read.get();
    } catch (InvalidRequestException wrong) {
      String text = String.valueOf(wrong.getMessage());
      String value = text.startsWith(wrong.field() + " is missing;") ? null : wrong.value();
      throw new InvalidRequestException(place + ", " + wrong.field(), value, wrong.allowed());
    }
  }
}
