package io.duetime.runtime.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.Lease;
import io.duetime.RetryableException;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A shard that cannot be reached delays its own jobs alone. */
class ShardAwayTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final RetryableException away =
      new RetryableException(ErrorCode.STORE_UNAVAILABLE, "its node is away");

  private final Simulation world = Simulation.ofTwoShardsElsewhere();

  @AfterEach
  void close() {
    world.shards.bringFarBack();
    world.close();
  }

  private List<String> events(String id) {
    return world.events.stream().filter(event -> event.contains(id)).toList();
  }

  private void schedule(String id, Duration delay) {
    world.queue().schedule(id, "x", delay);
  }

  private void work(int concurrency, Duration each) {
    world
        .queue()
        .worker(job -> world.fibers.sleep(each))
        .concurrency(concurrency)
        .lease(LEASE)
        .start();
  }

  @Test
  void eachShardIsClaimedFromAtItsOwnTime() {
    schedule("near", Duration.ofMillis(1_234));
    schedule("far", Duration.ofMillis(2_345));
    work(1, Duration.ZERO);
    world.pass(Duration.ofSeconds(1));
    int before = world.engine.calls("claim");

    world.pass(Duration.ofSeconds(10));

    assertThat(world.events).hasSize(2);
    assertThat(events("near")).allMatch(event -> event.startsWith("1.234"));
    assertThat(events("far")).allMatch(event -> event.startsWith("2.345"));
    assertThat(world.engine.calls("claim") - before).isLessThanOrEqualTo(6);
  }

  @Test
  void shardsWithABacklogAreServedInTurn() {
    for (int i = 0; i < 4; i++) {
      schedule("near" + i, Duration.ZERO);
      schedule("far" + i, Duration.ZERO);
    }
    work(1, Duration.ofSeconds(1));

    world.passTo(Duration.ofSeconds(8));

    assertThat(world.events)
        .extracting(event -> event.replaceAll("\\d ACKED|\\d+s ", ""))
        .containsExactly("near", "far", "near", "far", "near", "far", "near", "far");
  }

  @Test
  void leasesAreExtendedInTheShardsThatCanBeReached() {
    schedule("near", Duration.ZERO);
    schedule("far", Duration.ZERO);
    work(10, Duration.ofMinutes(5));
    world.pass(Duration.ofSeconds(1));

    world.shards.refuseFar(away);
    world.passTo(Duration.ofMinutes(6));

    assertThat(events("near")).containsExactly("5m near ACKED");
    assertThat(events("far")).startsWith("29.999s far lost");
  }

  @Test
  void acknowledgementsDoNotWaitForAShardThatDoesNotAnswer() {
    schedule("near", Duration.ZERO);
    for (int i = 0; i < 5; i++) {
      schedule("far" + i, Duration.ZERO);
    }
    world
        .queue()
        .worker(job ->
            world.fibers.sleep(
                job.id().startsWith("far") ? Duration.ofSeconds(1) : Duration.ofSeconds(2)))
        .concurrency(10)
        .lease(LEASE)
        .start();

    world.shards.silenceFar();
    world.passTo(Duration.ofSeconds(2));

    assertThat(world.events).containsExactly("2s near ACKED");
  }

  @Test
  void aClaimThatIsNotAnsweredKeepsRoomFromOthersForAQuarterOfASecond() {
    work(1, Duration.ZERO);
    world.pass(Duration.ofSeconds(1));
    world.shards.silenceFar();
    schedule("far", Duration.ofSeconds(1));
    schedule("near", Duration.ofSeconds(1).plusMillis(10));

    world.pass(Duration.ofSeconds(10));

    assertThat(world.events)
        .hasSize(1)
        .allMatch(event -> event.matches("2\\.2(49|5).*s near ACKED"));
  }

  @Test
  void whatALateAnswerBringsRunsWhereThereIsRoom() {
    work(1, Duration.ZERO);
    world.pass(Duration.ofSeconds(1));
    world.shards.silenceFar();
    schedule("far", Duration.ZERO);
    world.pass(Duration.ofSeconds(2));

    world.shards.bringFarBack();
    world.pass(Duration.ZERO);

    assertThat(world.events).containsExactly("3s far ACKED");
  }

  @Test
  void jobsOfALateAnswerAreReleasedWithoutRoom() {
    work(1, Duration.ofSeconds(5));
    world.pass(Duration.ofSeconds(1));
    world.shards.silenceFar();
    schedule("far", Duration.ZERO);
    world.pass(Duration.ofSeconds(1));
    schedule("near", Duration.ZERO);
    world.pass(Duration.ofSeconds(1));

    world.shards.bringFarBack();
    world.pass(Duration.ofSeconds(20));

    assertThat(world.events).containsExactly("7s near ACKED", "12s far ACKED");
    assertThat(world.duetime().admin("orders;far").counts().since().retried()).isZero();
  }

  @Test
  void aCallerThatWaitsHearsNothingOfAShardThatRefuses() {
    world.shards.refuseFar(away);
    CompletableFuture<ClaimResult> claim =
        world
            .client()
            .queueClaimers()
            .claim("orders", ClaimRequest.of(5, 1_000), Duration.ofHours(1));
    world.pass(Duration.ofMinutes(1));
    assertThat(claim).isNotDone();

    schedule("near", Duration.ofSeconds(1));
    world.pass(Duration.ofSeconds(1).plusMillis(250));

    assertThat(claim.join().jobs()).hasSize(1);
  }

  @Test
  void aShardThatIsBackIsClaimedFromAgain() {
    world.shards.refuseFar(away);
    work(4, Duration.ZERO);
    schedule("far", Duration.ZERO);
    world.pass(Duration.ofMinutes(1));
    assertThat(world.events).isEmpty();

    world.shards.bringFarBack();
    world.pass(Duration.ofSeconds(5));

    assertThat(events("far")).hasSize(1);
    List<Lease<String>> left = world.queue().claim(1, LEASE, Duration.ZERO);
    assertThat(left).isEmpty();
  }
}
