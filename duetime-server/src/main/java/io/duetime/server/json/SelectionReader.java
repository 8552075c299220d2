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

/** Reads a selection of jobs by state, moment, tag, reason of death and id. */
public final class SelectionReader {
  /** The fields of a filter. */
  public static final List<String> FIELDS = List.of("state", "from", "to", "tag", "reason");

  private static final List<String> FILTERS = List.of("from", "to", "tag", "reason", "ids");

  private static final Set<String> REASONS =
      Set.of(JobView.End.EXHAUSTED, JobView.End.BURIED, JobView.End.EXPIRED);

  private SelectionReader() {}

  /** Reads a filter; without one, all jobs in {@code otherwise} states (none named for all). */
  public static Selection read(Fields fields, Set<JobState> otherwise) {
    refuseNull(fields);
    List<JobState> states = fields.someOf("state", JobState.class);
    return new Selection(
        states.isEmpty() ? otherwise : EnumSet.copyOf(states),
        moment(fields, "from", 0),
        moment(fields, "to", Long.MAX_VALUE),
        tags(fields),
        reason(fields),
        fields.has("ids") ? new HashSet<>(fields.texts("ids")) : null);
  }

  /**
   * Reads the selection of a change. A state alone is no filter, and only {@code all} selects every
   * job.
   */
  public static Selection forChange(Fields fields, Set<JobState> otherwise) {
    Selection selection = read(fields, otherwise);
    // An empty list of tags is no filter.
    if (!selection.isFilter() && !fields.isOn("all")) {
      throw new InvalidRequestException(
          "filter", null, "from, to, tag, reason or ids, or all=true for every job");
    }
    return selection;
  }

  // A null must not turn a filter into no filter.
  private static void refuseNull(Fields fields) {
    for (String name : FILTERS) {
      if (fields.isNull(name)) {
        throw new InvalidRequestException(name, null, "a value, or omit it");
      }
    }
  }

  private static Set<String> tags(Fields fields) {
    return Set.copyOf(fields.texts("tag"));
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
