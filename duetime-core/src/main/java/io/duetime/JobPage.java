package io.duetime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list of jobs.
 *
 * @param jobs ascending by time (the due time; for DEAD, DONE and CANCELLED the time of the end),
 *     then by id
 * @param cursor an opaque text that selects the next page, or null after the last
 * @param <J> a job: for callers a {@link StoredJob}
 */
public record JobPage<J>(List<J> jobs, @Nullable String cursor) {
  /** Copies the list. */
  public JobPage {
    jobs = List.copyOf(jobs);
  }
}
