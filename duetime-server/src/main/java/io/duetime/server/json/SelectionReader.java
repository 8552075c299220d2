package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads which jobs are meant, by state, moment, tag, reason of death and id. */
public final class SelectionReader {
  /** What a filter may say. */
  public static final List<String> FIELDS = List.of("state", "from", "to", "tag", "reason");

  private static final Set<String> REASONS =
      Set.of(JobView.End.EXHAUSTED, JobView.End.BURIED, JobView.End.EXPIRED);

  private SelectionReader() {}

  /** Reads a filter; without one, all jobs in {@code otherwise} states (none named for all). */
  public static Selection read(Fields fields, Set<JobState> otherwise) {
    List<JobState> states = fields.someOf("state", JobState.class);
    return new Selection(
        states.isEmpty() ? otherwise : EnumSet.copyOf(states),
        moment(fields, "from", 0),
        moment(fields, "to", Long.MAX_VALUE),
        fields.text("tag"),
        reason(fields),
        fields.has("ids") ? new HashSet<>(fields.texts("ids")) : null);
  }

  /** Whether the fields narrow a selection at all. */
  public static boolean isFilter(Fields fields) {
    return FIELDS.stream().anyMatch(fields::has);
  }

  private static long moment(Fields fields, String name, long otherwise) {
    Instant moment = fields.instant(name);
    return moment == null ? otherwise : TimeText.millis(name, moment);
  }

  private static @Nullable String reason(Fields fields) {
    String reason = fields.text("reason");
    if (reason != null && !REASONS.contains(reason)) {
      throw new InvalidRequestException("reason", reason, "EXHAUSTED, BURIED or EXPIRED");
    }
    return reason;
  }
}
