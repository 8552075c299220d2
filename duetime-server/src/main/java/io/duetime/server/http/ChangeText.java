package io.duetime.server.http;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.server.http.call.Call;
import io.duetime.server.json.RescheduleReader;
import io.duetime.server.json.SelectionReader;
import io.duetime.server.json.StrictJson;
import io.duetime.server.json.queue.SettingsReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Words what a call changes: its query, and those fields of its body that are a filter or a
 * setting, never payloads or headers.
 */
final class ChangeText {
  private static final List<String> OTHER_FIELDS =
      List.of(
          "all",
          "ids",
          "change",
          "changes",
          "spread",
          "perSecond",
          "schedule",
          "cron",
          "zone",
          "every",
          "missed",
          "paused",
          "grace",
          "until",
          "times",
          "firstNow",
          "keepPending",
          "grants",
          "expiresAt",
          "expiresAfter",
          "requestsPerSecond",
          "jobsPerSecond",
          "overlap",
          "folder",
          "logLevel");

  private static final Set<String> FIELDS =
      Stream.of(
              SettingsReader.FIELDS, SelectionReader.FIELDS, RescheduleReader.FIELDS, OTHER_FIELDS)
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableSet());

  private ChangeText() {}

  static void put(Map<String, String> details, Call call) {
    String query = call.request().query();
    if (query != null && !query.isEmpty()) {
      details.put("query", cut(query));
    }
    Map<String, JsonNode> fields = new TreeMap<>(fields(call));
    fields.keySet().retainAll(FIELDS);
    if (!fields.isEmpty()) {
      details.put("fields", cut(StrictJson.MAPPER.writeValueAsString(fields)));
    }
  }

  /** Whether the body asks for a change of jobs that it selects by more than their ids. */
  static boolean isByFilter(Call call) {
    Map<String, JsonNode> fields = fields(call);
    boolean byIds =
        fields.containsKey("ids") && SelectionReader.FIELDS.stream().noneMatch(fields::containsKey);
    return !byIds && !fields.containsKey("changes") && !isDryRun(fields);
  }

  /** Whether the body asks for a count. */
  static boolean isDryRun(Call call) {
    return isDryRun(fields(call));
  }

  private static boolean isDryRun(Map<String, JsonNode> fields) {
    JsonNode dryRun = fields.get("dryRun");
    return dryRun != null && dryRun.isBoolean() && dryRun.booleanValue();
  }

  /** The job, recurring definition, token or task, or null. */
  static @Nullable String id(Call call) {
    return Stream.of("id", "name", "task")
        .map(call.path()::get)
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> nameIn(fields(call)))
        .filter(id -> !id.isEmpty())
        .map(ChangeText::cut)
        .orElse(null);
  }

  private static Optional<String> nameIn(Map<String, JsonNode> fields) {
    return Optional.ofNullable(fields.get("name"))
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue);
  }

  /** A body that is not read, as of a call that needs none, must not prevent the entry. */
  private static Map<String, JsonNode> fields(Call call) {
    try {
      return call.body().length == 0 ? Map.of() : StrictJson.object(call.body()).values();
    } catch (InvalidRequestException ignored) {
      return Map.of();
    }
  }

  /** The beginning of a text that is too long for a detail. */
  private static String cut(String text) {
    String visible = text.replaceAll("\\p{Cntrl}", "?");
    if (bytes(visible) <= Limits.MAX_TEXT_BYTES) {
      return visible;
    }
    int end = Math.min(visible.length(), Limits.MAX_TEXT_BYTES);
    while (bytes(visible.substring(0, end)) > Limits.MAX_TEXT_BYTES - 3) {
      end = visible.offsetByCodePoints(end, -1);
    }
    return visible.substring(0, end) + "…";
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
