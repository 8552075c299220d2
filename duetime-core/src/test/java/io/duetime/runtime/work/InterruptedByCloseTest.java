package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Handler;
import io.duetime.JobFailed;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.StoredJob;
import io.duetime.Worker;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What becomes of jobs whose handlers are interrupted because their worker closes. */
class InterruptedByCloseTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Simulation world = Simulation.begin();

  private void schedule(RetryPolicy retry) {
    world.queue().schedule(JobRequest.builder("x").id("a").retry(retry).build());
  }

  private void deploy(Handler<String> handler) {
    Worker worker = world.queue().worker(handler).closeLimit(LIMIT).start();
    world.pass(Duration.ofSeconds(1));
    worker.close();
  }

  private StoredJob<String> job() {
    return world.queue().find("a").orElseThrow();
  }

  @Test
  void deploymentsUseUpNoAttempts() {
    schedule(RetryPolicy.none());
    for (int i = 0; i < 3; i++) {
      deploy(job -> world.fibers.hang());

      assertThat(job().state()).isEqualTo(JobState.READY);
      assertThat(job().dueAt()).isEqualTo(Simulation.START);
    }
    assertThat(job().history())
        .hasSize(3)
        .allMatch(attempt -> attempt.outcome().equals("INTERRUPTED"))
        .allMatch(attempt -> attempt.error().equals("interrupted by the close of its worker"));

    deploy(job -> assertThat(job.attempt()).isEqualTo(1));

    assertThat(world.events).last().asString().endsWith("a ACKED");
  }

  @Test
  void closingReturnsWhenTheInterruptedJobIsStored() {
    schedule(RetryPolicy.none());

    deploy(job -> world.fibers.hang());

    assertThat(world.events).containsExactly("21s a RELEASED");
    assertThat(world.since()).isEqualTo("21s");
  }

  @Test
  void afterTenInARowTheyCount() {
    schedule(RetryPolicy.none());
    for (int i = 0; i < 10; i++) {
      deploy(job -> world.fibers.hang());
    }
    assertThat(job().state()).isEqualTo(JobState.READY);

    deploy(job -> world.fibers.hang());

    assertThat(job().state()).isEqualTo(JobState.DEAD);
  }

  @Test
  void aHandlerThatEndsInSpiteOfTheInterruptIsDone() {
    schedule(RetryPolicy.none());

    deploy(job -> {
      try {
        world.fibers.hang();
      } catch (InterruptedException stopped) {
        world.fibers.sleepStubbornly(Duration.ofSeconds(1));
      }
    });

    assertThat(world.events).containsExactly("22s a ACKED");
  }

  @Test
  void aFailureBeforeTheInterruptCounts() {
    schedule(RetryPolicy.none());

    deploy(job -> {
      world.fibers.sleep(Duration.ofSeconds(10));
      throw new IllegalStateException("no");
    });

    assertThat(job().state()).isEqualTo(JobState.DEAD);
  }

  @Test
  void whatAHandlerThrowsAfterTheInterruptDoesNotCount() {
    schedule(RetryPolicy.none());

    deploy(job -> {
      try {
        world.fibers.hang();
      } catch (InterruptedException stopped) {
        throw JobFailed.permanently("stopped");
      }
    });

    assertThat(job().state()).isEqualTo(JobState.READY);
  }

  @Test
  void aHandlerThatIgnoresTheInterruptKeepsItsLeaseAndIsNotAwaited() {
    schedule(RetryPolicy.none());
    Worker worker =
        world
            .queue()
            .worker(job -> world.fibers.sleepStubbornly(Duration.ofHours(1)))
            .closeLimit(LIMIT)
            .lease(Duration.ofSeconds(5))
            .start();
    world.pass(Duration.ofSeconds(1));

    worker.close();

    assertThat(world.since()).isEqualTo("23s");
    assertThat(worker.awaitStopped(Duration.ofMinutes(30))).isFalse();
    assertThat(job().state()).isEqualTo(JobState.RUNNING);
    worker.awaitStopped();
    assertThat(world.events).containsExactly("1h a ACKED");
  }

  @Test
  void closingTheStoreReleasesThemAndLetsTheLeasesOfStubbornOnesLapse() {
    schedule(RetryPolicy.none());
    List<String> lost = new ArrayList<>();
    world
        .queue()
        .worker(job -> {
          world.fibers.sleepStubbornly(Duration.ofHours(1));
          lost.add("lost " + job.isLeaseLost());
        })
        .closeLimit(LIMIT)
        .start();
    world.pass(Duration.ofSeconds(1));

    world.duetime().close();

    assertThat(world.since()).isEqualTo("23s");
    world.pass(Duration.ofHours(2));
    assertThat(lost).hasSize(1);
  }

  @Test
  void aStageIsCancelledAndItsJobReleased() {
    schedule(RetryPolicy.none());
    Worker worker =
        world.queue().asyncWorker(job -> new CompletableFuture<Void>()).closeLimit(LIMIT).start();
    world.pass(Duration.ofSeconds(1));

    worker.close();

    assertThat(world.events).containsExactly("21s a RELEASED");
    assertThat(job().attempt()).isZero();
  }

  @Test
  void anInterruptByTheRunTimeCountsAlsoWhileTheWorkerCloses() {
    schedule(RetryPolicy.none());
    Worker worker =
        world
            .queue()
            .worker(job -> {
              try {
                world.fibers.hang();
              } catch (InterruptedException tooLong) {
                world.fibers.hang();
              }
            })
            .maxRunTime(Duration.ofSeconds(15))
            .closeLimit(LIMIT)
            .start();
    world.pass(Duration.ofSeconds(1));

    worker.close();

    assertThat(job().state()).isEqualTo(JobState.DEAD);
  }
}
