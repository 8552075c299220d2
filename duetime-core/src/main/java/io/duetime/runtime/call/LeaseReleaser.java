package io.duetime.runtime.call;

import io.duetime.Durability;
import io.duetime.SettleRequest;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import java.time.Duration;
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
    settle(leases.stream().map(Settlement::release).toList(), queue, engine);
  }

  /** As {@link #release}, with jobs that are due after a delay. */
  public static void snooze(List<LeaseToken> leases, Duration delay, String queue, Engine engine) {
    SettleRequest later = SettleRequest.release(delay);
    settle(leases.stream().map(lease -> new Settlement(lease, later)).toList(), queue, engine);
  }

  private static void settle(List<Settlement> releases, String queue, Engine engine) {
    if (releases.isEmpty()) {
      return;
    }
    Stages.whenAnswered(
        Stages.call(() -> engine.settle(queue, releases, Durability.NONE)),
        done -> {},
        failure ->
            LOG.warn(
                "{} jobs of queue {} could not be released; they run when their leases end: {}",
                releases.size(),
                queue,
                failure.getMessage()));
  }
}
