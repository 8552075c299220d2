package io.duetime.cli.command;

import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.client.http.ApiPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Lists jobs page by page. */
final class JobPages {
  private static final long DEFAULT_LIMIT = 100;
  private static final long LARGEST_PAGE = 1_000;

  private JobPages() {}

  /** Prints at most {@code --limit} jobs: each as a line of JSON, or all in a table. */
  static int list(Invocation given, String path, Columns columns) {
    long limit = given.find("--limit").map(Long::valueOf).orElse(DEFAULT_LIMIT);
    List<JsonNode> jobs = new ArrayList<>();
    boolean hasMore =
        read(
            given,
            path,
            limit,
            given.isJson() ? job -> given.terminal().print(job.toString()) : jobs::add);
    if (!given.isJson()) {
      columns.table(jobs).lines().forEach(given.terminal()::print);
      if (hasMore) {
        given
            .terminal()
            .complain("There are more jobs; use --limit to list more than " + limit + ".");
      }
    }
    return ExitCode.OK;
  }

  /** Passes at most so many jobs to the sink, and answers whether there are more. */
  private static boolean read(Invocation given, String path, long limit, Consumer<JsonNode> sink) {
    Map<String, Object> query = given.fields();
    query.computeIfPresent("state", (name, states) -> String.join(",", given.texts("--state")));
    long left = limit;
    @Nullable String cursor = null;
    do {
      query.put("limit", Math.min(left, LARGEST_PAGE));
      JsonNode page = given.remote().get(ApiPath.withQuery(given.path(path), query)).json();
      page.path("jobs").forEach(sink);
      left -= page.path("jobs").size();
      cursor = page.path("cursor").asString(null);
      query.put("cursor", String.valueOf(cursor));
    } while (cursor != null && left > 0);
    return cursor != null;
  }
}
