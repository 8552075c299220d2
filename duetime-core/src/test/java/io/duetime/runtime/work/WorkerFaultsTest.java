package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.JobFailed;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.RetryPolicy;
import io.duetime.RetryableException;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Faults around a handler cost that attempt, and no slot, no lease and no other job. */
class WorkerFaultsTest {
  private final Simulation world = Simulation.begin();

  @AfterEach
  void close() {
    world.close();
  }

  /** An exception that cannot say what it is. */
  private static final class Speechless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("speechless");
    }
  }

  private void schedule(String id) {
    world.queue().schedule(JobRequest.builder("x").id(id).retry(RetryPolicy.none()).build());
  }

  @Test
  void anErrorWhoseTextFailsIsAFailureLikeAnyOther() {
    world.queue().schedule(JobRequest.builder("x").id("a").retry(RetryPolicy.none()).build());
    List<String> dead = new ArrayList<>();
    world
        .queue()
        .worker(job -> {
          throw new Speechless();
        })
        .onDead((job, reason) -> dead.add(job.id() + " " + reason.lines().findFirst().orElse("")))
        .start();
    world.pass(Duration.ofSeconds(1));

    assertThat(dead).containsExactly("a " + Speechless.class.getName());
    assertThat(world.events).containsExactly("0s a DEAD");
  }

  @Test
  void anExceptionThatCannotSayWhatItIsKeepsNoSlot() {
    schedule("a");
    schedule("b");
    world
        .queue()
        .worker(job -> {
          if (job.id().equals("a")) {
            throw new Speechless();
          }
          throw JobFailed.permanently("no").causedBy(new Speechless());
        })
        .concurrency(1)
        .start();

    world.pass(Duration.ofSeconds(1));

    assertThat(world.events).containsExactly("0s a DEAD", "0s b DEAD");
    assertThat(world.queue().find("a").orElseThrow().end().orElseThrow().message())
        .contains("Speechless");
  }

  @Test
  void aListenerThatFailsKeepsNoSlot() {
    world.failing = new StackOverflowError("in a listener");
    schedule("a");
    schedule("b");
    world.queue().worker(job -> {}).concurrency(1).start();

    world.pass(Duration.ofSeconds(1));

    assertThat(world.events).containsExactly("0s a ACKED", "0s b ACKED");
  }

  @Test
  void aJobWhoseLeaseEndedWhileItWaitedForAThreadIsNotBegun() {
    Queue<Runnable> busy = new ArrayDeque<>();
    schedule("a");
    world
        .queue()
        .worker(job -> world.note("ran"))
        .lease(Duration.ofSeconds(30))
        .executor(busy::add)
        .concurrency(1)
        .start();
    world.engine.refuse("settle", new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away"));
    world.pass(Duration.ofSeconds(29));
    world.engine.hold("claim");
    world.pass(Duration.ofSeconds(10));

    busy.forEach(Runnable::run);

    assertThat(world.events).containsExactly("29.999s a lost");
  }

  @Test
  void aLeaseWhoseClaimWasAnsweredLateIsWatchedFromThen() {
    schedule("a");
    world
        .queue()
        .worker(job -> world.fibers.sleep(Duration.ofSeconds(60)))
        .concurrency(2)
        .lease(Duration.ofSeconds(30))
        .start();
    world.pass(Duration.ofMillis(500));
    world.engine.hold("claim");
    schedule("b");
    world.passTo(Duration.ofMillis(30_200));
    world.engine.letGo("claim");
    world.engine.refuse("settle", new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away"));

    world.passTo(Duration.ofMillis(30_500));

    assertThat(world.events).containsExactly("30.499s b lost", "30.499s b LEASE_LOST");
  }

  @Test
  void jobsOfAClaimWhoseCallerHasGoneAreReleased() {
    schedule("a");
    world.engine.hold("claim");
    CompletableFuture<List<Lease<String>>> claim =
        world.queue().async().claim(1, Duration.ofSeconds(30), Duration.ZERO).toCompletableFuture();

    claim.cancel(true);
    world.engine.letGo("claim");
    world.pass(Duration.ZERO);

    assertThat(world.queue().find("a").orElseThrow().state()).isEqualTo(JobState.READY);
  }
}
