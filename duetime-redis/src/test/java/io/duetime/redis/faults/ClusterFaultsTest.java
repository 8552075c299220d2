package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.SlotMove;
import io.duetime.redis.fixture.store.OwnServer;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes and slots change under a crowd: work goes on, and what replicas had confirmed holds. */
@Tag("full")
class ClusterFaultsTest {
  private static final int ROUNDS = Boolean.getBoolean("duetime.long") ? 20 : 1;
  private static final Durability CONFIRMED = Durability.replicas(1, Duration.ofMillis(200));

  /** Decides which node has the home shard of the crowd's queue. */
  private static final String HOME = "{" + FaultCrowd.QUEUE + "}";

  private static RedisCluster cluster;

  private final String uri = cluster.uri() + "?timeout=1s&prefix=" + UUID.randomUUID();
  private final Failovers failovers = new Failovers();

  @BeforeAll
  static void start() {
    cluster = RedisCluster.startWithReplicas();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void aMasterThatIsKilled() {
    split();
    whatIsConfirmedHolds(() -> failovers.during(() -> cluster.killLeaderOf(HOME)));
  }

  @Test
  void aMasterThatChangesPlacesWithItsReplica() {
    split();
    whatIsConfirmedHolds(() -> failovers.during(() -> cluster.changePlaces(HOME)));
  }

  @Test
  void aSlotThatMovesPieceByPiece() {
    whatIsConfirmedHolds(ClusterFaultsTest::moveHome);
  }

  /** Holds each state of the move until a call has met it. */
  private static void moveHome() {
    SlotMove move = SlotMove.of(cluster, HOME);
    move.begin();
    move.awaitFurtherAnswer("TRYAGAIN");
    move.moveKey();
    move.awaitFurtherAnswer("TRYAGAIN");
    move.moveKeys();
    move.awaitFurtherAnswer("ASK");
    move.end();
  }

  private void split() {
    try (Engine engine = OwnServer.open(uri)) {
      Answers.of(engine.configure(FaultCrowd.QUEUE, QueueSettings.builder().shards(4).build()));
    }
  }

  private void whatIsConfirmedHolds(Runnable fault) {
    try (FaultCrowd crowd = new FaultCrowd(uri, CONFIRMED)) {
      for (int i = 0; i < ROUNDS; i++) {
        fault.run();
        crowd.awaitWork();
      }
      assertThat(failovers.broken(crowd.finish())).isEmpty();
    }
  }
}
