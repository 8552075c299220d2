package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs of a queue are meant, by state, moment, tag and id.
 *
 * @param states the states wanted; empty for all
 * @param fromMillis the first moment wanted (of {@code dueAt}; of the end for DEAD, DONE and
 *     CANCELLED)
 * @param toMillis the first moment not wanted any more; {@link Long#MAX_VALUE} for no end
 * @param tag a tag the job must carry, or null
 * @param reason for dead jobs, the reason they must have died of (EXHAUSTED, BURIED, EXPIRED), or
 *     null
 * @param ids the ids a job must be among, at most 10,000, or null for any
 */
public record Selection(
    Set<JobState> states,
    long fromMillis,
    long toMillis,
    @Nullable String tag,
    @Nullable String reason,
    @Nullable Set<String> ids) {
  /** All jobs of a queue. */
  public static final Selection ALL = new Selection(Set.of(), 0, Long.MAX_VALUE, null, null, null);

  /** What is waiting: delayed or ready. */
  public static final Selection WAITING = ALL.in(JobState.DELAYED, JobState.READY);

  /** Checks that the range is one. */
  public Selection {
    if (fromMillis > toMillis) {
      throw new InvalidRequestException("from", fromMillis, "at or before to, " + toMillis);
    }
    states = states.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(states));
    if (tag != null) {
      Limits.text("tag", tag);
    }
    if (ids != null) {
      if (ids.size() > Limits.MAX_SELECTED) {
        throw new InvalidRequestException(
            "ids", ids.size() + " ids", "at most " + Limits.MAX_SELECTED);
      }
      ids.forEach(Limits::id);
      ids = Set.copyOf(ids);
    }
  }

  /** The same in these states alone. */
  public Selection in(JobState... wanted) {
    return new Selection(Set.of(wanted), fromMillis, toMillis, tag, reason, ids);
  }

  /** The same within {@code [from, to)}. */
  public Selection between(long from, long to) {
    return new Selection(states, from, to, tag, reason, ids);
  }

  /** The same with a tag. */
  public Selection tagged(String wanted) {
    return new Selection(states, fromMillis, toMillis, wanted, reason, ids);
  }

  /** The same with a reason of death. */
  public Selection diedOf(String wanted) {
    return new Selection(states, fromMillis, toMillis, tag, wanted, ids);
  }

  /** The same, only these ids; none of them twice. */
  public Selection among(Collection<String> wanted) {
    return new Selection(states, fromMillis, toMillis, tag, reason, new HashSet<>(wanted));
  }

  /** Whether a state is wanted. */
  public boolean wants(JobState state) {
    return states.isEmpty() || states.contains(state);
  }
}
