package io.duetime.cli.job;

import io.duetime.OnConflict;
import io.duetime.cli.completion.EnumNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a single job; the server checks them. */
public final class JobOptions {
  @Mixin private final TraitOptions traits = new TraitOptions();

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      description = "Due this long from now: 500ms, 30m, 7d.")
  private @Nullable String delay;

  @Option(
      names = "--at",
      paramLabel = "MOMENT",
      description = "Due at this moment: 2026-11-20T07:00:00Z, or epoch milliseconds.")
  private @Nullable String dueAt;

  @Option(
      names = "--on-conflict",
      paramLabel = "RULE",
      completionCandidates = Rules.class,
      description =
          "If the id exists: KEEP (default), REPLACE, REJECT, EARLIEST, LATEST, DEBOUNCE.")
  private @Nullable String onConflict;

  @Option(names = "--max-wait", paramLabel = "TIME", description = "The longest wait of DEBOUNCE.")
  private @Nullable String maxWait;

  @Option(names = "--expires-at", paramLabel = "MOMENT", description = "Expires at this moment.")
  private @Nullable String expiresAt;

  @Option(
      names = "--spread",
      paramLabel = "TIME",
      description = "Delay the due time within this window by a hash of queue and id.")
  private @Nullable String spread;

  Map<String, List<String>> query() {
    Map<String, List<String>> query = new LinkedHashMap<>();
    put(query, "delay", delay);
    put(query, "dueAt", dueAt);
    put(query, "onConflict", onConflict);
    put(query, "maxWait", maxWait);
    put(query, "expiresAt", expiresAt);
    put(query, "spread", spread);
    traits.values().forEach((name, value) -> put(query, name, value));
    query.put("tag", traits.tags());
    return query;
  }

  /** Adds a query parameter, unless its value is null. */
  public static void put(Map<String, List<String>> query, String name, @Nullable String value) {
    if (value != null) {
      query.put(name, List.of(value));
    }
  }

  /** Names for completion. */
  static final class Rules extends EnumNames {
    Rules() {
      super(OnConflict.Rule.class);
    }
  }
}
