package io.duetime.engine;

import io.duetime.JobChange;
import io.duetime.Limits;

/**
 * A request to change values of one waiting or dead job.
 *
 * @param id the job's id
 * @param change the new values; of a body the payload with its content type, not the headers
 */
public record JobUpdate(String id, JobChange<JobBody> change) {
  /** Checks the id, and that the change is not empty. */
  public JobUpdate {
    Limits.id(id);
    Limits.given("change", change).notEmpty();
  }

  /** Whether the bytes of a job change. */
  public boolean changesBody() {
    return change.payload().isPresent() || change.headers().isPresent();
  }

  /** How many bytes of payload it brings. */
  public int bytes() {
    return change.payload().map(body -> body.payload().length).orElse(0);
  }

  /** The body of a job that has had another one. */
  public JobBody bodyOf(JobBody before) {
    JobBody sent = change.payload().orElse(Limits.given("before", before));
    return sent.withHeaders(change.headers().orElse(before.headers()));
  }
}
