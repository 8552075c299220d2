package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.Job;
import io.duetime.JobFailed;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.RetryableException;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A handler without a thread of its own: its job runs until its stage is complete. */
class AsyncWorkerTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Simulation world = Simulation.begin();
  private final Map<String, CompletableFuture<String>> begun = new LinkedHashMap<>();

  @AfterEach
  void close() {
    world.close();
  }

  private void schedule(String... ids) {
    for (String id : ids) {
      world.queue().schedule(id, "x", Duration.ZERO);
    }
  }

  private CompletionStage<?> begin(Job<String> job) {
    CompletableFuture<String> stage = new CompletableFuture<>();
    begun.put(job.id(), stage);
    return stage;
  }

  private void complete(String id) {
    begun.get(id).complete("done");
    world.pass(Duration.ZERO);
  }

  private JobState state(String id) {
    return world.queue().find(id).orElseThrow().state();
  }

  @Test
  void aJobIsAcknowledgedWhenItsStageCompletes() {
    schedule("a");
    world.queue().asyncWorker(this::begin).start();
    world.pass(Duration.ofHours(1));
    assertThat(state("a")).isEqualTo(JobState.RUNNING);

    complete("a");

    assertThat(world.events).containsExactly("1h a ACKED");
  }

  @Test
  void whatAStageCompletesWithIsNotStored() {
    world.queue().schedule(JobRequest.builder("x").id("a").retention(Duration.ofHours(1)).build());
    world.queue().asyncWorker(this::begin).start();
    world.pass(SECOND);

    complete("a");

    assertThat(world.queue().find("a").orElseThrow().end().orElseThrow().message()).isEmpty();
  }

  @Test
  void noMoreJobsThanAllowedHaveBegunAndNotEnded() {
    schedule("a", "b", "c", "d");
    world.queue().asyncWorker(this::begin).concurrency(2).start();
    world.pass(SECOND);
    assertThat(begun).containsOnlyKeys("a", "b");

    complete("b");
    world.pass(SECOND);

    assertThat(begun).containsOnlyKeys("a", "b", "c");
  }

  @Test
  void stagesThatCompleteAtOnceDoNotRecurse() {
    for (int i = 0; i < 5_000; i++) {
      schedule("" + i);
    }
    world
        .queue()
        .asyncWorker(job -> CompletableFuture.completedStage("done"))
        .concurrency(1)
        .start();

    world.pass(Duration.ofMinutes(1));

    assertThat(world.events).hasSize(5_000).allMatch(event -> event.endsWith("ACKED"));
  }

  @Test
  void aStageThatFailsIsRetriedWithItsReason() {
    schedule("a");
    world.queue().asyncWorker(this::begin).start();
    world.pass(SECOND);

    begun.get("a").completeExceptionally(new IllegalStateException("no"));
    world.pass(Duration.ZERO);

    assertThat(world.events).containsExactly("1s a RETRYING");
    assertThat(world.queue().explain("a").toString()).contains("IllegalStateException: no");
  }

  @Test
  void aHandlerThatThrowsOrReturnsNothingFails() {
    schedule("a", "b");
    world
        .queue()
        .asyncWorker(job -> {
          if (job.id().equals("a")) {
            throw JobFailed.permanently("never");
          }
          return null;
        })
        .start();

    world.pass(Duration.ZERO);

    assertThat(world.events).containsExactlyInAnyOrder("0s a DEAD", "0s b RETRYING");
  }

  @Test
  void aJobThatCouldNotBeginKeepsItsAttempt() {
    schedule("a");
    world.queue().asyncWorker(this::begin).concurrency(1).start();
    world.pass(SECOND);

    begun.get("a").completeExceptionally(JobFailed.notBegun("not now"));
    world.pass(SECOND);

    assertThat(world.events).containsExactly("1s a RELEASED");
    assertThat(world.queue().find("a").orElseThrow().attempt()).isEqualTo(1);
    assertThat(begun.get("a")).isNotDone();
  }

  @Test
  void theStageIsCancelledWhenItsLeaseIsLost() {
    schedule("a");
    world.queue().asyncWorker(this::begin).lease(Duration.ofSeconds(30)).start();
    world.pass(SECOND);

    world.engine.refuse(
        "settle", new RetryableException(ErrorCode.STORE_UNAVAILABLE, "gone for a while"));
    world.pass(Duration.ofMinutes(1));

    assertThat(begun.get("a")).isCancelled();
    assertThat(world.events).contains("29.999s a lost");
  }

  @Test
  void theStageIsCancelledWhenItRunsTooLong() {
    schedule("a");
    world.queue().asyncWorker(this::begin).maxRunTime(Duration.ofSeconds(5)).start();
    world.pass(Duration.ofSeconds(4));
    CompletableFuture<String> first = begun.get("a");

    world.pass(SECOND);

    assertThat(first).isCancelled();
    assertThat(world.events).containsExactly("5s a RETRYING");
  }

  @Test
  void aClosedWorkerWaitsForStages() {
    schedule("a");
    var worker = world.queue().asyncWorker(this::begin).start();
    world.pass(SECOND);

    var closed = worker.closeAsync().toCompletableFuture();
    assertThat(closed).isNotDone();
    complete("a");

    assertThat(closed).isDone();
    assertThat(world.events).containsExactly("1s a ACKED");
  }
}
