package io.duetime.cli.job;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that single jobs and recurring definitions share; the server checks them. */
public final class TraitOptions {
  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Smaller runs first; default: the queue's, 1024.")
  private @Nullable String priority;

  @Option(names = "--tag", paramLabel = "TAG", description = "A tag; can be given 16 times.")
  private List<String> tags = List.of();

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "Attempts, or unlimited; default: the queue's, 20.")
  private @Nullable String maxAttempts;

  @Option(
      names = "--backoff",
      paramLabel = "TIMES",
      description = "Delays between attempts: 30s, or 1s,10s,1m, or 1s..1h (doubling).")
  private @Nullable String backoff;

  @Option(
      names = "--expires-after",
      paramLabel = "TIME",
      description = "Expires this long after its due time.")
  private @Nullable String expiresAfter;

  @Option(
      names = "--on-expiry",
      paramLabel = "BURY|DROP",
      description = "What happens at its expiry; default: BURY.")
  private @Nullable String onExpiry;

  @Option(
      names = "--retention",
      paramLabel = "TIME",
      description = "How long it is remembered once it is done or cancelled.")
  private @Nullable String retention;

  /** The tags; empty by default. */
  public List<String> tags() {
    return tags;
  }

  /** The given values except tags, by their names over HTTP. */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    put(values, "priority", priority);
    put(values, "maxAttempts", maxAttempts);
    put(values, "backoff", backoff);
    put(values, "expiresAfter", expiresAfter);
    put(values, "onExpiry", onExpiry);
    put(values, "retention", retention);
    return values;
  }

  private static void put(Map<String, String> values, String name, @Nullable String value) {
    if (value != null) {
      values.put(name, value);
    }
  }
}
