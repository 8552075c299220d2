package io.duetime.runtime.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Watcher.Kind;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Of several processes that wait for jobs of one queue, one claims. */
class ClaimPacerTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final Simulation world = Simulation.ofStoreElsewhere();

  @AfterEach
  void close() {
    world.close();
  }

  private CompletableFuture<ClaimResult> waiting() {
    return world.client().queueClaimers().claim("orders", ClaimRequest.of(10, 30_000), LONG);
  }

  private void schedule(Duration delay) {
    world.queue().schedule(JobRequest.builder("x").delay(delay).build());
  }

  private void tell(Kind kind, Duration sinceStart) {
    world.engine.tell("orders", kind, Simulation.START.plus(sinceStart).toEpochMilli());
  }

  private int claims() {
    return world.engine.calls("claim");
  }

  @Test
  void theProcessThatClaimedLastClaimsAtTheMoment() {
    CompletableFuture<ClaimResult> claim = waiting();
    schedule(Duration.ofMillis(700));

    world.passTo(Duration.ofMillis(701));

    assertThat(claim.join().jobs()).hasSize(1);
  }

  @Test
  void aProcessThatHearsOfTheProgressOfAnotherStandsBy() {
    CompletableFuture<ClaimResult> claim = waiting();
    schedule(Duration.ofMillis(700));
    tell(Kind.PROGRESS, Duration.ofMillis(700));

    world.passTo(Duration.ofMillis(849));
    assertThat(claim).isNotDone();
    world.passTo(Duration.ofMillis(901));

    assertThat(claim.join().jobs()).hasSize(1);
  }

  @Test
  void aProcessStandsByAsLongAsAnotherMakesProgress() {
    CompletableFuture<ClaimResult> claim = waiting();
    int before = claims();
    for (int i = 1; i <= 100; i++) {
      tell(Kind.PROGRESS, Duration.ofMillis(100L * i));
      world.passTo(Duration.ofMillis(100L * i + 100));
    }

    assertThat(claims()).isEqualTo(before);
    assertThat(claim).isNotDone();
  }

  @Test
  void anEarlierJobIsClaimedByAStandbyOnlyIfNoOtherProcessClaimsIt() {
    CompletableFuture<ClaimResult> claim = waiting();
    tell(Kind.PROGRESS, Duration.ofMinutes(10));
    schedule(Duration.ofMillis(100));

    world.passTo(Duration.ofMillis(249));
    assertThat(claim).isNotDone();
    world.passTo(Duration.ofMillis(301));

    assertThat(claim.join().jobs()).hasSize(1);
  }

  @Test
  void jobsThatAreHandedOnAreClaimedAtOnce() {
    CompletableFuture<ClaimResult> claim = waiting();
    schedule(Duration.ofMillis(100));
    tell(Kind.PROGRESS, Duration.ofMillis(100));
    world.passTo(Duration.ofMillis(110));
    assertThat(claim).isNotDone();

    tell(Kind.HANDED_ON, Duration.ofMillis(110));
    world.passTo(Duration.ofMillis(114));

    assertThat(claim.join().jobs()).hasSize(1);
  }

  @Test
  void aSharedStoreThatIsSilentIsAskedSeldom() {
    CompletableFuture<ClaimResult> claim = waiting();
    int before = claims();

    world.pass(Duration.ofMinutes(25));

    assertThat(claims() - before).isBetween(4, 6);
    assertThat(claim).isNotDone();
  }
}
