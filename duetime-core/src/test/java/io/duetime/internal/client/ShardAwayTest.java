package io.duetime.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What lies in one shard does not suffer for another one that cannot be reached. */
class ShardAwayTest {
  private final RetryableException away =
      new RetryableException(ErrorCode.STORE_UNAVAILABLE, "its node is away");

  private final Simulation world = Simulation.ofStoreElsewhere();

  @AfterEach
  void close() {
    world.shards.bringFarBack(away);
    world.close();
  }

  private List<String> events(String id) {
    return world.events.stream().filter(event -> event.contains(id)).toList();
  }

  @Test
  void leasesAreExtendedInTheShardsThatAreThere() {
    world.queue().schedule("near", "x", Duration.ZERO);
    world.queue().schedule("far", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> world.fibers.sleep(Duration.ofMinutes(5)))
        .concurrency(10)
        .lease(Duration.ofSeconds(30))
        .start();
    world.pass(Duration.ofSeconds(1));

    world.shards.refuseFar(away);
    world.passTo(Duration.ofMinutes(6));

    assertThat(events("near")).containsExactly("5m near ACKED");
    assertThat(events("far")).startsWith("30s far lost");
  }

  @Test
  void acknowledgementsDoNotWaitForAShardThatDoesNotAnswer() {
    world.queue().schedule("near", "x", Duration.ZERO);
    for (int i = 0; i < 5; i++) {
      world.queue().schedule("far" + i, "x", Duration.ZERO);
    }
    world
        .queue()
        .worker(job ->
            world.fibers.sleep(
                job.id().startsWith("far") ? Duration.ofSeconds(1) : Duration.ofSeconds(2)))
        .concurrency(10)
        .lease(Duration.ofSeconds(30))
        .start();

    world.shards.silenceFar();
    world.passTo(Duration.ofSeconds(2));

    assertThat(world.events).containsExactly("2s near ACKED");
  }
}
