package io.duetime.server.quota;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.quota.Quota.QuotaRule;
import io.duetime.wire.Fields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the file that declares quotas, in YAML or JSON. */
public final class QuotaFile {
  static final int MAX_ENTRIES = 1_000;

  private static final String SETTING = "quotas-file";
  private static final String LIST = "quotas";
  private static final String AHEAD = "maxAhead";
  private static final String INTERVAL = "minInterval";
  private static final List<String> NAMES =
      List.of("queues", "maxWaiting", AHEAD, "maxPayload", INTERVAL, "maxQueues");

  private QuotaFile() {}

  /**
   * Reads a file.
   *
   * @throws InvalidRequestException if it cannot be read or is wrong; names file, entry and field
   */
  public static DeclaredFile<Quotas> of(Path file) {
    return new DeclaredFile<>(
        new DeclaredFile.Source<>(
            SETTING,
            "quotas",
            file,
            root -> DeclaredFile.within(SETTING + " " + file, () -> new Quotas(rules(root))),
            Quotas::size));
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
      rules.add(DeclaredFile.within("entry " + (rules.size() + 1), () -> rule(entry)));
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
    return Fields.ofJson(DeclaredFile.members(object), allowed);
  }

  private static @Nullable JsonNode given(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? null : value;
  }

  /** Finds the quota of a queue among the entries of a file. Thread safe. */
  public static final class Quotas {
    /** Matching is done once for each queue, as there may be thousands of patterns. */
    private static final int MAX_KEPT = 20_000;

    private final List<QuotaRule> rules;
    private final List<QuotaRule> counting;
    private final ConcurrentMap<String, Quota> kept = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, QuotaEngine.Check> checks = new ConcurrentHashMap<>();

    Quotas(List<QuotaRule> rules) {
      this.rules = List.copyOf(rules);
      this.counting = rules.stream().filter(rule -> rule.maxQueues() != null).toList();
    }

    int size() {
      return rules.size();
    }

    /** The queues whose settings were checked since the file was read. */
    ConcurrentMap<String, QuotaEngine.Check> checks() {
      return checks;
    }

    /** The entries that limit the number of the queues that a queue is one of. */
    List<QuotaRule> countedOf(String queue) {
      return counting.stream().filter(rule -> rule.countsQueue(queue)).toList();
    }

    /** The strictest of each limit over all entries that match. */
    Quota of(String queue) {
      Quota known = kept.get(queue);
      if (known != null) {
        return known;
      }
      Quota quota =
          rules.stream().map(rule -> rule.quotaOf(queue)).reduce(Quota.NONE, Quota::stricter);
      if (kept.size() >= MAX_KEPT) {
        kept.clear();
      }
      kept.put(queue, quota);
      return quota;
    }
  }
}
