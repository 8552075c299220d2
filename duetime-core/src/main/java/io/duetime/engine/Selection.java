package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Selects the jobs of a queue that pass every filter: state, time, tags and ids.
 *
 * @param states the states; empty for all
 * @param fromMillis inclusive; compared with {@code dueAt}, for DEAD, DONE and CANCELLED with the
 *     end
 * @param toMillis exclusive; {@link Long#MAX_VALUE} for no limit
 * @param tags the tags that a job must all have; empty for any
 * @param retrying whether waiting jobs must have failed before
 * @param failure what its last failure must be like
 * @param ids the ids of the jobs, at most 10,000, or null for any
 */
public record Selection(
    Set<JobState> states,
    long fromMillis,
    long toMillis,
    Set<String> tags,
    boolean retrying,
    LastFailure failure,
    @Nullable Set<String> ids) {
  /** All jobs of a queue. */
  public static final Selection ALL =
      new Selection(Set.of(), 0, Long.MAX_VALUE, Set.of(), false, LastFailure.ANY, null);

  /** All waiting jobs: delayed or ready. */
  public static final Selection WAITING = ALL.in(JobState.DELAYED, JobState.READY);

  /** Checks every filter. */
  public Selection {
    if (fromMillis > toMillis) {
      throw new InvalidRequestException(
          "from", moment(fromMillis), "at or before to, " + moment(toMillis));
    }
    Limits.allGiven("states", states);
    if (retrying && states.isEmpty()) {
      states = WAITING.states;
    }
    states = states.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(states));
    retrying = retrying && states.stream().anyMatch(JobState::isWaiting);
    Limits.tags(tags);
    Limits.given("failure", failure);
    tags = Collections.unmodifiableSet(new TreeSet<>(tags));
    if (ids != null) {
      if (ids.size() > Limits.MAX_SELECTED) {
        throw new InvalidRequestException(
            "ids", ids.size() + " ids", "at most " + Limits.MAX_SELECTED);
      }
      ids.forEach(Limits::id);
      ids = Set.copyOf(ids);
    }
  }

  private static Object moment(long millis) {
    return millis == Long.MAX_VALUE ? "the end of time" : Instant.ofEpochMilli(millis);
  }

  /** Returns a copy with these states in place of the earlier ones. */
  public Selection in(JobState... wanted) {
    Set<JobState> only =
        new HashSet<>(Limits.allGiven("states", Arrays.asList(Limits.given("states", wanted))));
    return new Selection(only, fromMillis, toMillis, tags, retrying, failure, ids);
  }

  /**
   * Returns a copy with, of the waiting jobs, only those that have failed before. Without states it
   * has no other jobs.
   */
  public Selection onlyRetrying() {
    return new Selection(states, fromMillis, toMillis, tags, true, failure, ids);
  }

  /** Returns a copy with the jobs of {@code [from, to)}; of two ranges the overlap. */
  public Selection between(long from, long to) {
    if (from > to) {
      throw new InvalidRequestException("from", moment(from), "at or before to, " + moment(to));
    }
    long later = Math.max(fromMillis, from);
    return new Selection(
        states, later, Math.max(later, Math.min(toMillis, to)), tags, retrying, failure, ids);
  }

  /** Returns a copy with the jobs that also have a tag. */
  public Selection tagged(String wanted) {
    Set<String> all = new HashSet<>(tags);
    all.add(Limits.text("tag", wanted));
    return new Selection(states, fromMillis, toMillis, all, retrying, failure, ids);
  }

  /**
   * Returns a copy with the jobs that died of a reason.
   *
   * @throws InvalidRequestException if another reason was set before: no job has two
   */
  public Selection diedOf(String wanted) {
    Limits.text("reason", wanted);
    String reason = failure.reason();
    if (reason != null && !reason.equals(wanted)) {
      throw new InvalidRequestException(
          "reason", wanted, "one reason; it is " + reason + " already");
    }
    return failed(new LastFailure(wanted, failure.fingerprint(), failure.errorLike()));
  }

  /** Returns a copy with the jobs whose last failure is like this. */
  public Selection failed(LastFailure wanted) {
    return new Selection(states, fromMillis, toMillis, tags, retrying, wanted, ids);
  }

  /** Returns a copy with the jobs of these ids; of two lists the ids in both. */
  public Selection among(Collection<String> wanted) {
    Set<String> both = new HashSet<>(Limits.allGiven("ids", wanted));
    if (ids != null) {
      both.forEach(Limits::id);
      both.retainAll(ids);
    }
    return new Selection(states, fromMillis, toMillis, tags, retrying, failure, both);
  }

  /** Whether a state is selected. */
  public boolean wants(JobState state) {
    Limits.given("state", state);
    return states.isEmpty() || states.contains(state);
  }

  /** Whether a job with these tags has all tags of this selection. */
  public boolean wantsTags(Collection<String> those) {
    return Limits.given("tags", those).containsAll(tags);
  }

  /** Returns one of the tags, to search by, or null if there is none. */
  public @Nullable String anyTag() {
    return tags.isEmpty() ? null : tags.iterator().next();
  }

  /** Whether it has a filter; a state alone is none. */
  public boolean isFilter() {
    return fromMillis != 0
        || toMillis != Long.MAX_VALUE
        || !tags.isEmpty()
        || !failure.equals(LastFailure.ANY)
        || ids != null;
  }
}
