package io.duetime.engine.tck.model;

import io.duetime.Expiry;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to schedule, as both the engine and the model get it.
 *
 * @param retentionMillis −1 for the queue's
 */
record Wish(
    String id,
    String payload,
    DueTime due,
    long priority,
    OnConflict rule,
    RetryPolicy retry,
    Expiry.@Nullable After expiry,
    long nonce,
    String tag,
    long retentionMillis) {
  JobSpec spec() {
    JobSpec.Builder spec =
        Jobs.job(id, due)
            .body(Jobs.text(payload))
            .priority(priority)
            .onConflict(rule)
            .retry(retry)
            .expiry(expiry)
            .nonce(nonce)
            .tags(List.of(tag));
    if (retentionMillis >= 0) {
      spec.retention(Duration.ofMillis(retentionMillis));
    }
    return spec.build();
  }

  /** The same request, with what an update changes of it. */
  Wish updatedBy(Wish other) {
    return new Wish(
        id,
        other.payload,
        due,
        other.priority,
        rule,
        other.retry,
        other.expiry == null ? expiry : other.expiry,
        nonce,
        other.tag,
        retentionMillis);
  }

  long backoff(int attempt) {
    return retry.delayMillis(id, attempt);
  }
}
