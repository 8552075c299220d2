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
 * Which jobs of a queue are meant, by state, moment, tags and ids: those that pass every filter.
 *
 * @param states the states wanted; empty for all
 * @param fromMillis the first moment wanted (of {@code dueAt}; of the end for DEAD, DONE and
 *     CANCELLED)
 * @param toMillis the first moment not wanted any more; {@link Long#MAX_VALUE} for no end
 * @param tags the tags a job must have, all of them; empty for any
 * @param reason for dead jobs, the reason they must have died of (EXHAUSTED, BURIED, EXPIRED), or
 *     null
 * @param ids the ids a job must be among, at most 10,000, or null for any
 */
public record Selection(
    Set<JobState> states,
    long fromMillis,
    long toMillis,
    Set<String> tags,
    @Nullable String reason,
    @Nullable Set<String> ids) {
  /** All jobs of a queue. */
  public static final Selection ALL =
      new Selection(Set.of(), 0, Long.MAX_VALUE, Set.of(), null, null);

  /** What is waiting: delayed or ready. */
  public static final Selection WAITING = ALL.in(JobState.DELAYED, JobState.READY);

  /** Checks every filter. */
  public Selection {
    if (fromMillis > toMillis) {
      throw new InvalidRequestException(
          "from", moment(fromMillis), "at or before to, " + moment(toMillis));
    }
    Limits.allGiven("states", states);
    states = states.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(states));
    Limits.tags(tags);
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

  /** The same in these states alone, in place of those wanted before. */
  public Selection in(JobState... wanted) {
    Set<JobState> only =
        new HashSet<>(Limits.allGiven("states", Arrays.asList(Limits.given("states", wanted))));
    return new Selection(only, fromMillis, toMillis, tags, reason, ids);
  }

  /** The same, only within {@code [from, to)}; with another range, where both overlap. */
  public Selection between(long from, long to) {
    if (from > to) {
      throw new InvalidRequestException("from", moment(from), "at or before to, " + moment(to));
    }
    long later = Math.max(fromMillis, from);
    return new Selection(states, later, Math.max(later, Math.min(toMillis, to)), tags, reason, ids);
  }

  /** The same, only with a tag, besides those asked for before. */
  public Selection tagged(String wanted) {
    Set<String> all = new HashSet<>(tags);
    all.add(Limits.text("tag", wanted));
    return new Selection(states, fromMillis, toMillis, all, reason, ids);
  }

  /**
   * The same, only with a reason of death.
   *
   * @throws InvalidRequestException if another reason was asked for before: no job has two
   */
  public Selection diedOf(String wanted) {
    Limits.text("reason", wanted);
    if (reason != null && !reason.equals(wanted)) {
      throw new InvalidRequestException(
          "reason", wanted, "one reason; it is " + reason + " already");
    }
    return new Selection(states, fromMillis, toMillis, tags, wanted, ids);
  }

  /** The same, only these ids; with another list, those in both. */
  public Selection among(Collection<String> wanted) {
    Set<String> both = new HashSet<>(Limits.allGiven("ids", wanted));
    if (ids != null) {
      both.forEach(Limits::id);
      both.retainAll(ids);
    }
    return new Selection(states, fromMillis, toMillis, tags, reason, both);
  }

  /** Whether a state is wanted. */
  public boolean wants(JobState state) {
    Limits.given("state", state);
    return states.isEmpty() || states.contains(state);
  }

  /** Whether a job with these tags has all that are wanted. */
  public boolean wantsTags(Collection<String> those) {
    return Limits.given("tags", those).containsAll(tags);
  }

  /** One of the tags a job must have, to look for jobs by, or null when none is asked for. */
  public @Nullable String anyTag() {
    return tags.isEmpty() ? null : tags.iterator().next();
  }

  /** Whether anything but states is asked for; a state alone is no filter. */
  public boolean isFilter() {
    return fromMillis != 0
        || toMillis != Long.MAX_VALUE
        || !tags.isEmpty()
        || reason != null
        || ids != null;
  }
}
