package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.JobState;
import io.duetime.StoreFailureException;
import io.duetime.Worker;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.StoreResources;
import io.duetime.runtime.claim.QueueClaimers;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stopping is graceful, bounded, and may be asked for twice. */
class WorkerClosingTest {
  private final Simulation world = Simulation.begin();

  private void schedule(int jobs) {
    for (int i = 0; i < jobs; i++) {
      world.queue().schedule("" + i, "x", Duration.ZERO);
    }
  }

  @Test
  void closingWaitsForRunningHandlersAndKeepsTheirLeases() {
    schedule(1);
    Worker worker =
        world
            .queue()
            .worker(job -> world.fibers.sleep(Duration.ofSeconds(100)))
            .lease(Duration.ofSeconds(5))
            .closeLimit(Duration.ofMinutes(5))
            .start();
    world.pass(Duration.ofSeconds(1));

    worker.close();

    assertThat(world.events).containsExactly("1m40s 0 ACKED");
    assertThat(worker.awaitStopped(Duration.ZERO)).isTrue();
  }

  @Test
  void nothingIsClaimedOnceClosingHasBegun() {
    schedule(5);
    Worker worker =
        world
            .queue()
            .worker(job -> world.fibers.sleep(Duration.ofSeconds(10)))
            .concurrency(2)
            .start();
    world.pass(Duration.ofSeconds(1));

    worker.close();
    world.pass(Duration.ofMinutes(10));

    assertThat(world.queue().counts().now().ready()).isEqualTo(3);
    assertThat(world.queue().counts().since().acked()).isEqualTo(2);
  }

  @Test
  void jobsThatHaveNotBegunAreReleasedAtOnceWithTheirAttemptsRefunded() {
    schedule(3);
    Queue<Runnable> neverRun = new ArrayDeque<>();
    Worker worker = world.queue().worker(job -> {}).concurrency(3).executor(neverRun::add).start();
    world.pass(Duration.ofSeconds(1));
    assertThat(world.queue().counts().now().running()).isEqualTo(3);

    worker.close();

    assertThat(world.since()).isEqualTo("1s");
    assertThat(world.queue().jobs(JobState.READY).page(10).jobs())
        .hasSize(3)
        .allMatch(job -> job.attempt() == 0);
    while (!neverRun.isEmpty()) {
      neverRun.remove().run();
    }
    assertThat(world.events).isEmpty();
  }

  @Test
  void jobsOfAClaimUnderWayAreReleasedAfterClosing() {
    world.engine.hold("claim");
    schedule(1);
    Worker worker = world.queue().worker(job -> world.note("ran")).start();
    world.pass(Duration.ofSeconds(1));

    var closed = worker.closeAsync();
    world.engine.letGo("claim");
    world.pass(Duration.ofSeconds(1));

    assertThat(closed).isCompleted();
    assertThat(world.events).isEmpty();
    assertThat(world.queue().counts().now().ready()).isEqualTo(1);
  }

  @Test
  void aHandlerMayCloseItsWorker() {
    schedule(3);
    List<Worker> workers = new ArrayList<>();
    workers.add(
        world
            .queue()
            .worker(job -> {
              world.note(job.id());
              workers.get(0).close();
            })
            .concurrency(1)
            .start());

    workers.get(0).awaitStopped();

    assertThat(world.events).containsExactly("0s 0", "0s 0 ACKED");
    assertThat(world.queue().counts().now().ready()).isEqualTo(2);
  }

  @Test
  void closingTwiceIsTheSameAsOnce() {
    Worker worker = world.queue().worker(job -> {}).start();

    worker.close();
    worker.close();
    worker.awaitStopped();

    assertThat(world.since()).isEqualTo("0s");
  }

  @Test
  void closingTheStoreClosesItsWorkersAndAnswersWaitingClaims() {
    schedule(1);
    world.queue().worker(job -> world.fibers.sleep(Duration.ofSeconds(7))).start();
    world.pass(Duration.ofSeconds(1));
    var waiting =
        world
            .duetime()
            .queue("other", io.duetime.Codec.string())
            .async()
            .claim(1, Duration.ofSeconds(30), Duration.ofHours(1))
            .toCompletableFuture();

    world.duetime().close();
    world.duetime().close();

    assertThat(world.events).containsExactly("7s 0 ACKED");
    assertThat(waiting.join()).isEmpty();
    assertThatThrownBy(() -> world.queue().worker(job -> {}).start())
        .isInstanceOf(StoreFailureException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void aWorkerThatIsClosedBeforeItStartsClaimsNothing() {
    schedule(1);
    DuetimeSettings settings =
        Duetime.builder().uri("memory:").time(world.time).executor(world.fibers).build();
    ClientContext context =
        new StoreResources(settings).context(world.engine.engine(), ClientContext.Pace.NORMAL);
    QueueWorker<String> worker =
        new QueueWorker<>(
            (WorkerPlan<String>) world.queue().worker(job -> {}),
            new QueueWorker.Seat(
                "late", "late@here", HandlerPool.shared(world.fibers), new Interrupter.Hanging()),
            context);
    worker.close();

    worker.start(new QueueClaimers(context));
    world.pass(Duration.ofMinutes(10));

    assertThat(worker.stopped()).isCompleted();
    assertThat(world.engine.calls("claim")).isZero();
  }

  @Test
  @Timeout(120) // it would wait for ever
  void aWorkerThatIsStartedWhileTheStoreClosesStops() throws InterruptedException {
    for (int round = 0; round < 200; round++) {
      Duetime duetime = Duetime.open("memory:");
      CountDownLatch go = new CountDownLatch(1);
      Thread closer = new Thread(() -> closeAfter(go, duetime));
      closer.start();
      go.countDown();
      try {
        duetime.queue("orders", Codec.string()).worker(job -> {}).start().awaitStopped();
      } catch (StoreFailureException closed) {
        assertThat(closed).hasMessageContaining("closed");
      }
      closer.join();
    }
  }

  private static void closeAfter(CountDownLatch go, Duetime duetime) {
    try {
      go.await();
      duetime.close();
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aJobWithoutAThreadIsReleased() {
    schedule(1);
    Worker refused =
        world
            .queue()
            .worker(job -> {})
            .executor(task -> {
              throw new RejectedExecutionException("full");
            })
            .start();
    refused.close();

    assertThat(world.queue().find("0").orElseThrow().state()).isEqualTo(JobState.READY);
  }
}
