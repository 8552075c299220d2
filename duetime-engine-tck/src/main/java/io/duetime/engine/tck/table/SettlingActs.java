package io.duetime.engine.tck.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Settling the lease in force, the last there was, or one before that. */
final class SettlingActs {
  private SettlingActs() {}

  static Map<String, Act> all() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.put("A", c -> settle(c, new Settlement.Ack(c.lease())));
    acts.put("F by its rule", c -> settle(c, new Settlement.Retry(c.lease(), null, null, "why")));
    acts.put(
        "F after a delay",
        c -> settle(c, new Settlement.Retry(c.lease(), Acts.RETRY_DELAY, null, "why")));
    acts.put(
        "F early after a delay",
        c -> settle(c, new Settlement.Retry(c.lease(), Acts.RETRY_DELAY, null, "why").early()));
    acts.put("B", c -> settle(c, new Settlement.Bury(c.lease(), null, "why")));
    acts.put("E", c -> settle(c, new Settlement.Extend(c.lease(), Acts.EXTENSION)));
    acts.put("G without a delay", c -> settle(c, new Settlement.Release(c.lease())));
    acts.put(
        "G after a delay", c -> settle(c, new Settlement.Release(c.lease(), Acts.RETRY_DELAY)));
    acts.put(
        "G interrupted", c -> settle(c, new Settlement.Release(c.lease(), null, "interrupted")));
    stale().forEach((name, settlement) -> acts.put("O " + name, staleAct(settlement)));
    return acts;
  }

  private static Map<String, Function<LeaseToken, Settlement>> stale() {
    Map<String, Function<LeaseToken, Settlement>> kinds = new LinkedHashMap<>();
    kinds.put("ack", Settlement.Ack::new);
    kinds.put("retry", lease -> new Settlement.Retry(lease, 0L, 1L, "why"));
    kinds.put("bury", lease -> new Settlement.Bury(lease, 1L, "why"));
    kinds.put("extend", lease -> new Settlement.Extend(lease, Acts.EXTENSION));
    kinds.put("release", Settlement.Release::new);
    kinds.put("snooze", lease -> new Settlement.Release(lease, 0L));
    kinds.put("interruption", lease -> new Settlement.Release(lease, null, "interrupted"));
    return kinds;
  }

  private static Act staleAct(Function<LeaseToken, Settlement> settlement) {
    return c -> settle(c, settlement.apply(c.staleLease()));
  }

  private static String settle(Case c, Settlement settlement) {
    Settled result = c.queue.settle(List.of(settlement)).get(0);
    assertThat(Answers.millis(result.until()))
        .as("the moment answered")
        .isEqualTo(moment(c, result));
    return result.outcome().name() + (result.cancelRequested() ? ", cancel requested" : "");
  }

  private static long moment(Case c, Settled result) {
    return switch (result.outcome()) {
      case EXTENDED -> lease(c).untilMillis();
      case RETRYING, RELEASED, SUCCEEDED -> c.queue.get(Case.ID).times().dueAt();
      case ACKED, DEAD, CANCELLED, LEASE_LOST, REFUSED -> 0;
    };
  }

  private static JobView.LeaseView lease(Case c) {
    JobView.LeaseView lease = c.queue.get(Case.ID).lease();
    assertThat(lease).as("the lease of an %s job", SettleOutcome.EXTENDED).isNotNull();
    return java.util.Objects.requireNonNull(lease);
  }
}
