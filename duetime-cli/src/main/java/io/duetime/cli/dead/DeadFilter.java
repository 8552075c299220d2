package io.duetime.cli.dead;

import io.duetime.DeathReason;
import io.duetime.cli.completion.EnumNames;
import io.duetime.cli.job.JobOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The filter options for dead jobs; a job has to pass every filter. */
class DeadFilter {
  @Option(names = "--from", paramLabel = "MOMENT", description = "Died at this moment or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "MOMENT", description = "Died before this moment.")
  private @Nullable String to;

  @Option(names = "--tag", paramLabel = "TAG", description = "With this tag; with all of several.")
  private List<String> tags = List.of();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      completionCandidates = Reasons.class,
      description = "EXHAUSTED (no attempt left), BURIED or EXPIRED.")
  private @Nullable String reason;

  final Map<String, List<String>> query() {
    Map<String, List<String>> query = new LinkedHashMap<>();
    JobOptions.put(query, "from", from);
    JobOptions.put(query, "to", to);
    JobOptions.put(query, "reason", reason);
    if (!tags.isEmpty()) {
      query.put("tag", tags);
    }
    return query;
  }

  /** Names for completion. */
  static final class Reasons extends EnumNames {
    Reasons() {
      super(DeathReason.class);
    }
  }
}
