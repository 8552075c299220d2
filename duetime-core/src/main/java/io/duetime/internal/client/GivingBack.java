package io.duetime.internal.client;

import io.duetime.Durability;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back jobs that were taken and not begun, without waiting for it. */
final class GivingBack {
  private static final Logger LOG = LoggerFactory.getLogger(GivingBack.class);

  private GivingBack() {}

  static void of(List<LeaseToken> leases, String queue, ClientContext context) {
    if (leases.isEmpty()) {
      return;
    }
    List<Settlement.Release> releases = leases.stream().map(Settlement.Release::new).toList();
    Stages.whenAnswered(
        Stages.call(() -> context.engine().settle(queue, releases, Durability.NONE)),
        done -> {},
        failure ->
            LOG.warn(
                "{} jobs of queue {} could not be given back; they run when their leases end: {}",
                leases.size(),
                queue,
                failure.getMessage()));
  }
}
