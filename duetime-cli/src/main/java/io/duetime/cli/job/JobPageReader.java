package io.duetime.cli.job;

import io.duetime.cli.remote.Remote;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads a list of jobs page by page.
 *
 * @param query the filter of the list
 */
public record JobPageReader(Remote remote, String path, Map<String, List<String>> query) {
  private static final int LARGEST = 1_000;

  public JobPageReader {
    query = Map.copyOf(query);
  }

  /** Passes at most {@code limit} jobs to the sink, and returns whether there are more. */
  public boolean forEach(int limit, Consumer<JsonNode> sink) {
    int left = limit;
    String cursor = null;
    do {
      JsonNode page = page(Math.min(left, LARGEST), cursor);
      page.path("jobs").forEach(sink);
      left -= page.path("jobs").size();
      cursor = page.path("cursor").asString(null);
    } while (cursor != null && left > 0);
    return cursor != null;
  }

  private JsonNode page(int size, @Nullable String cursor) {
    Map<String, List<String>> paged = new LinkedHashMap<>(query);
    JobOptions.put(paged, "cursor", cursor);
    JobOptions.put(paged, "limit", String.valueOf(size));
    return remote.get(Remote.withQuery(path, paged)).orFail().json();
  }
}
