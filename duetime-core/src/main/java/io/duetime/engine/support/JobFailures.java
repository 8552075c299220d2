package io.duetime.engine.support;

import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView;
import io.duetime.id.Fingerprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells of the last failure of a job, by its end, if it has one, and its failed attempts. */
public final class JobFailures {
  private JobFailures() {}

  /** The fingerprint of the last failure of a job; empty if it has not failed. */
  public static String fingerprint(JobView.@Nullable End end, List<AttemptRecord> history) {
    if (end != null && end.reason().equals(JobView.End.EXPIRED)) {
      return Fingerprint.EXPIRED;
    }
    return history.isEmpty() ? "" : history.get(history.size() - 1).fingerprint();
  }

  /** The text of the last failure of a job; empty if it has not failed. */
  public static String error(JobView.@Nullable End end, List<AttemptRecord> history) {
    if (end != null && end.isDeath() && !end.message().isEmpty()) {
      return end.message();
    }
    return history.isEmpty() ? "" : history.get(history.size() - 1).error();
  }
}
