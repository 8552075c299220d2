package io.duetime.server.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of a job that is put; the server checks it. */
final class JobOptions {
  @Option(names = "--delay", paramLabel = "TIME", description = "Run after this: 500ms, 30m, 7d.")
  private @Nullable String delay;

  @Option(
      names = "--at",
      paramLabel = "MOMENT",
      description = "Run at this moment: 2026-11-20T07:00:00Z, or epoch milliseconds.")
  private @Nullable String dueAt;

  @Option(names = "--priority", paramLabel = "N", description = "Smaller first; 1024 unless said.")
  private @Nullable String priority;

  @Option(names = "--tag", paramLabel = "TAG", description = "A tag; may be given 16 times.")
  private List<String> tags = List.of();

  @Option(
      names = "--on-conflict",
      paramLabel = "RULE",
      description =
          "If the id exists: KEEP (unless said), REPLACE, REJECT, EARLIEST, LATEST, DEBOUNCE.")
  private @Nullable String onConflict;

  @Option(names = "--max-wait", paramLabel = "TIME", description = "The longest wait of DEBOUNCE.")
  private @Nullable String maxWait;

  @Option(names = "--max-attempts", paramLabel = "N", description = "Tries; 10 unless said.")
  private @Nullable String maxAttempts;

  @Option(
      names = "--backoff",
      paramLabel = "TIMES",
      description = "Waits between tries: 30s, or 1s,10s,1m, or 1s..1h (doubling).")
  private @Nullable String backoff;

  @Option(names = "--expires-after", paramLabel = "TIME", description = "Not worth doing later.")
  private @Nullable String expiresAfter;

  @Option(
      names = "--expires-at",
      paramLabel = "MOMENT",
      description = "Not worth doing from this moment on.")
  private @Nullable String expiresAt;

  @Option(
      names = "--on-expiry",
      paramLabel = "BURY|DROP",
      description = "What becomes of it then; BURY unless said.")
  private @Nullable String onExpiry;

  @Option(
      names = "--spread",
      paramLabel = "TIME",
      description = "Put the due time off within this window, by a hash of queue and id.")
  private @Nullable String spread;

  @Option(
      names = "--retention",
      paramLabel = "TIME",
      description = "How long it is remembered once done or cancelled.")
  private @Nullable String retention;

  Map<String, List<String>> query() {
    Map<String, List<String>> query = new LinkedHashMap<>();
    put(query, "delay", delay);
    put(query, "dueAt", dueAt);
    put(query, "priority", priority);
    put(query, "onConflict", onConflict);
    put(query, "maxWait", maxWait);
    put(query, "maxAttempts", maxAttempts);
    put(query, "backoff", backoff);
    put(query, "expiresAfter", expiresAfter);
    put(query, "expiresAt", expiresAt);
    put(query, "onExpiry", onExpiry);
    put(query, "spread", spread);
    put(query, "retention", retention);
    if (!tags.isEmpty()) {
      query.put("tag", tags);
    }
    return query;
  }

  static void put(Map<String, List<String>> query, String name, @Nullable String value) {
    if (value != null) {
      query.put(name, List.of(value));
    }
  }
}
