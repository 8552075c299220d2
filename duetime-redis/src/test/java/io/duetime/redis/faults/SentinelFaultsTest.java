package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.redis.fixture.RedisSentinel;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server changes under a crowd: work goes on, and what the replica had confirmed holds. */
@Tag("full")
class SentinelFaultsTest {
  private static final int ROUNDS = Boolean.getBoolean("duetime.long") ? 20 : 1;
  private static final Durability CONFIRMED = Durability.replicas(1, Duration.ofMillis(200));

  private static RedisSentinel store;

  @BeforeAll
  static void start() {
    store = RedisSentinel.start();
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  @Test
  void aMasterThatIsKilled() {
    whatIsConfirmedHolds(store::killLeader);
  }

  @Test
  void aMasterThatChangesPlacesWithItsReplica() {
    whatIsConfirmedHolds(store::changePlaces);
  }

  private static void whatIsConfirmedHolds(Runnable fault) {
    Failovers failovers = new Failovers();
    String uri = store.uri() + "&timeout=1s&prefix=" + UUID.randomUUID();
    try (FaultCrowd crowd = new FaultCrowd(uri, CONFIRMED)) {
      for (int i = 0; i < ROUNDS; i++) {
        failovers.during(fault);
        crowd.awaitWork();
      }
      assertThat(failovers.broken(crowd.finish())).isEmpty();
    }
  }
}
