package io.duetime.kernel.job;

import io.duetime.JobState;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView;
import io.duetime.engine.LastFailure;
import io.duetime.engine.Selection;
import io.duetime.engine.support.JobFailures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job as lists see it, to decide whether a selection contains it. */
public interface ListedJob {
  String id();

  /** The moment a list orders the job by: its due time, or its end once it has one. */
  long moment();

  JobState stateAt(long now);

  /** Whether the job is remembered but its time is over. */
  boolean isForgottenAt(long now);

  /** The attempts used, including the running one. */
  int attempt();

  List<String> tags();

  JobView.@Nullable End end();

  List<AttemptRecord> history();

  default boolean isWanted(Selection selection, long now) {
    return moment() >= selection.fromMillis()
        && moment() < selection.toMillis()
        && !isForgottenAt(now)
        && isWanted(selection, stateAt(now))
        && selection.wantsTags(tags())
        && hasFailed(selection.failure());
  }

  private boolean isWanted(Selection selection, JobState state) {
    boolean mustHaveFailed = selection.retrying() && state.isWaiting();
    return selection.wants(state) && (!mustHaveFailed || attempt() > 0);
  }

  private boolean hasFailed(LastFailure wanted) {
    JobView.End end = end();
    String reason = wanted.reason();
    String fingerprint = wanted.fingerprint();
    String errorLike = wanted.errorLike();
    return (reason == null || (end != null && reason.equals(end.reason())))
        && (fingerprint == null || fingerprint.equals(JobFailures.fingerprint(end, history())))
        && (errorLike == null || JobFailures.error(end, history()).contains(errorLike));
  }

  /** Whether jobs of a group may be among those of a selection. */
  static boolean isWanted(Selection selection, JobGroup group) {
    return switch (group) {
      case WAITING -> selection.wants(JobState.DELAYED) || selection.wants(JobState.READY);
      case LEASED -> selection.wants(JobState.RUNNING) || selection.wants(JobState.READY);
      case DEAD -> selection.wants(JobState.DEAD);
      case REMEMBERED -> selection.wants(JobState.DONE) || selection.wants(JobState.CANCELLED);
    };
  }

  /** The parts of a list, in their order. */
  public enum JobGroup {
    /** Ordered by due time. */
    WAITING,
    /** Ordered by due time. */
    LEASED,
    /** Ordered by the moment of death. */
    DEAD,
    /** Done or cancelled, ordered by the moment at which they ended. */
    REMEMBERED;

    /** The part behind this one, or null behind the last. */
    public @Nullable JobGroup next() {
      return switch (this) {
        case WAITING -> LEASED;
        case LEASED -> DEAD;
        case DEAD -> REMEMBERED;
        case REMEMBERED -> null;
      };
    }
  }
}
