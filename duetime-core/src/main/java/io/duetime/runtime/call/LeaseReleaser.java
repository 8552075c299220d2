package io.duetime.runtime.call;

import io.duetime.Durability;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Releases leases of jobs that were claimed and not begun, without waiting for the answer. */
public final class LeaseReleaser {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseReleaser.class);

  private LeaseReleaser() {}

  /**
   * Releases the leases in one call. A failure is logged; the jobs then run when their leases end.
   */
  public static void release(List<LeaseToken> leases, String queue, Engine engine) {
    if (leases.isEmpty()) {
      return;
    }
    List<Settlement> releases = leases.stream().map(Settlement::release).toList();
    Stages.whenAnswered(
        Stages.call(() -> engine.settle(queue, releases, Durability.NONE)),
        done -> {},
        failure ->
            LOG.warn(
                "{} jobs of queue {} could not be released; they run when their leases end: {}",
                leases.size(),
                queue,
                failure.getMessage()));
  }
}
