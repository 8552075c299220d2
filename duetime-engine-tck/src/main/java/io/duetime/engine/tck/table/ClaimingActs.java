package io.duetime.engine.tck.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Expiry;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.MaintenanceLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Claiming, and what time and maintenance lead to. */
final class ClaimingActs {
  private static final long FAR = 10L * 365 * 24 * 3_600_000;

  private ClaimingActs() {}

  static Map<String, Act> all() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.put("T-D", c -> taken(c, c.queue.claim(10)));
    acts.put("T-A", ClaimingActs::ahead);
    acts.put("T-I", c -> taken(c, c.queue.claimById(Case.ID)));
    acts.put("T-E BURY", ClaimingActs::expired);
    acts.put("T-E DROP", ClaimingActs::expired);
    acts.put("U", ClaimingActs::maintained);
    return acts;
  }

  /** What has to be set before the state is reached. */
  static void prepare(Case c, String act) {
    if (act.startsWith("T-E ")) {
      c.expiring(Expiry.Action.valueOf(act.substring("T-E ".length())));
    }
  }

  /** Claims ahead, so that all that waits is met, a millisecond after the old request's expiry. */
  private static String expired(Case c) {
    c.advance(1);
    return ahead(c);
  }

  private static String ahead(Case c) {
    ClaimRequest request = ClaimRequest.of(10, Case.LEASE).dueBefore(c.now() + FAR);
    return taken(c, c.queue.claim(request).jobs());
  }

  private static String taken(Case c, List<ClaimedJob> jobs) {
    if (jobs.isEmpty()) {
      return "nothing";
    }
    assertThat(jobs).hasSize(1);
    ClaimedJob job = jobs.get(0);
    JobView view = c.queue.get(Case.ID);
    assertThat(job.lease().fence())
        .as("the fence")
        .isEqualTo(view.traits().fence())
        .isGreaterThan(c.held == null ? 0 : c.held.lease().fence());
    assertThat(job.times()).isEqualTo(view.times());
    assertThat(job.priority()).isEqualTo(view.traits().priority());
    assertThat(Jobs.text(job.body())).isEqualTo(Jobs.text(view.body()));
    assertThat(job.run())
        .isEqualTo(
            new ClaimedJob.Run(
                view.traits().attempt(),
                view.traits().maxAttempts(),
                c.now() + Case.LEASE,
                view.traits().mayHaveArrived()));
    return "taken";
  }

  private static String maintained(Case c) {
    long before = c.queue.events().leasesLost();
    MaintenanceLoop.untilDone(c.queue.engine());
    long lost = c.queue.events().leasesLost() - before;
    return lost == 0 ? "nothing" : lost + " lease lost";
  }
}
