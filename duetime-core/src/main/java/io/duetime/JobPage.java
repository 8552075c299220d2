package io.duetime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list of jobs.
 *
 * @param jobs ascending by moment (due time; of DEAD, DONE and CANCELLED the end), then id
 * @param cursor an opaque text that continues behind the last job, or null at the end
 * @param <T> the payload
 */
public record JobPage<T>(List<StoredJob<T>> jobs, @Nullable String cursor) {
  /** Copies the list. */
  public JobPage {
    jobs = List.copyOf(jobs);
  }
}
