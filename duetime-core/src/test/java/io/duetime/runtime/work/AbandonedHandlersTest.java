package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.Worker;
import io.duetime.WorkerBuilder;
import io.duetime.WorkerSettings;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handlers that ignore their interrupt are abandoned, and others take their place. */
class AbandonedHandlersTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Simulation world = Simulation.begin();

  @AfterEach
  void close() {
    world.close();
  }

  private void schedule(String id) {
    world
        .queue()
        .schedule(
            JobRequest.builder(id)
                .id(id)
                .retry(RetryPolicy.fixed(9, Duration.ofMillis(100)))
                .build());
  }

  /** Jobs whose ids begin with {@code hang} go on for an hour whatever interrupts them. */
  private WorkerBuilder<String> worker() {
    return world
        .queue()
        .worker(job -> {
          if (job.id().startsWith("hang")) {
            world.fibers.sleepStubbornly(Duration.ofHours(1));
          }
          world.note(job.id() + " ran");
        })
        .concurrency(2)
        .lease(Duration.ofSeconds(3))
        .maxRunTime(SECOND)
        .abandonAfter(SECOND);
  }

  @Test
  void otherJobsRunInTheirPlace() {
    schedule("hang-1");
    schedule("hang-2");
    Worker worker = worker().start();
    world.pass(Duration.ofMillis(10));
    schedule("next");

    world.pass(Duration.ofMillis(1_980));
    assertThat(world.events).isEmpty();
    world.pass(Duration.ofMillis(20));

    assertThat(world.events).containsExactly("2s next ran", "2s next ACKED");
    assertThat(worker.abandoned()).containsExactlyInAnyOrder("hang-1", "hang-2");
    assertThat(worker.running()).isZero();
    assertThat(worker.isStuck()).isFalse();
  }

  @Test
  void theirLeasesLapseAndTheirResultsDoNotCount() {
    schedule("hang");
    worker().start();
    world.pass(Duration.ofMinutes(2));
    assertThat(world.events).containsExactly("3.999s hang lost");

    world.pass(Duration.ofMinutes(59));

    assertThat(world.events)
        .startsWith("3.999s hang lost", "1h hang ran", "1h hang " + SettleOutcome.LEASE_LOST);
  }

  @Test
  void aJobIsNotBegunWhereAnEarlierHandlerOfItGoesOnAndItsTriesAreKept() {
    schedule("hang");
    Worker worker = worker().start();
    world.pass(Duration.ofMinutes(30));

    assertThat(worker.abandoned()).containsExactly("hang");
    assertThat(world.queue().find("hang").orElseThrow().attempt()).isEqualTo(1);
    assertThat(world.queue().find("hang").orElseThrow().history()).hasSize(1);
    assertThat(world.events).containsExactly("3.999s hang lost");

    Worker other = world.queue().worker(job -> world.note("never here")).start();
    world.pass(SECOND.multipliedBy(5));
    assertThat(world.events).as("another worker of the process").hasSize(1);
    other.close();

    world.passTo(Duration.ofHours(1).plus(SECOND.multipliedBy(2)));
    assertThat(worker.running()).as("begun again after the end").isEqualTo(1);
  }

  @Test
  void withAllReplacementsHangingTheWorkerStopsClaimingUntilOneEnds() {
    for (int i = 1; i <= 4; i++) {
      schedule("hang-" + i);
    }
    schedule("last");
    Worker worker = worker().start();
    world.pass(Duration.ofMillis(4_100));
    assertThat(worker.abandoned()).hasSize(4);
    assertThat(worker.isStuck()).isTrue();

    int claims = world.engine.calls("claim");
    world.passTo(Duration.ofMinutes(59));
    assertThat(world.engine.calls("claim")).isEqualTo(claims);
    assertThat(world.queue().find("last").orElseThrow().state()).isEqualTo(JobState.READY);

    world.passTo(Duration.ofHours(1));
    assertThat(world.events).contains("1h last ACKED");
    assertThat(worker.isStuck()).isFalse();
  }

  @Test
  void aHandlerThatHoldsTheThreadOfAsyncHandlersIsReplacedToo() {
    schedule("hang");
    Worker worker =
        world
            .queue()
            .asyncWorker(job -> {
              if (job.id().equals("hang")) {
                world.fibers.sleepStubbornly(Duration.ofHours(1));
              }
              return CompletableFuture.completedStage(null);
            })
            .maxRunTime(SECOND)
            .abandonAfter(SECOND)
            .start();
    world.pass(SECOND);
    schedule("next");

    world.pass(SECOND);

    assertThat(world.events).containsExactly("2s next ACKED");
    assertThat(worker.abandoned()).containsExactly("hang");
  }

  @Test
  void aStageThatGoesOnAfterItWasCancelledIsAbandoned() {
    schedule("hang");
    Worker worker =
        world
            .queue()
            .asyncWorker(job ->
                job.id().equals("hang")
                    ? new CompletableFuture<Void>() {
                      @Override
                      public boolean cancel(boolean mayInterrupt) {
                        return false;
                      }
                    }
                    : CompletableFuture.completedFuture(null))
            .concurrency(1)
            .maxRunTime(SECOND)
            .abandonAfter(SECOND)
            .start();
    world.pass(SECOND);
    schedule("next");

    world.pass(SECOND);

    assertThat(world.events).containsExactly("2s next ACKED");
    assertThat(worker.abandoned()).containsExactly("hang");
  }

  @Test
  void aHandlerThatGoesOnAfterACancelIsAbandonedAndItsJobEndsAsCancelled() {
    schedule("hang");
    Worker worker = worker().maxRunTime(Duration.ofHours(2)).interruptOnCancel(true).start();
    world.pass(SECOND);

    world.queue().cancel("hang");
    world.pass(Duration.ofMinutes(1));

    assertThat(worker.abandoned()).containsExactly("hang");
    assertThat(world.queue().find("hang")).isEmpty();
    world.passTo(Duration.ofHours(2));
    assertThat(world.events).last().isEqualTo("1h hang LEASE_LOST");
    assertThat(worker.abandoned()).isEmpty();
  }

  @Test
  @Timeout(60) // it would wait for ever
  void onAPoolOfThreadsNewThreadsTakeTheirPlaceAndEndWithThem() throws Exception {
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch ran = new CountDownLatch(20);
    CountDownLatch ended = new CountDownLatch(2);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      Worker worker =
          queue
              .worker(job -> {
                threads.add(Thread.currentThread());
                if (job.payload().equals("hang")) {
                  awaitStubbornly(free);
                  ended.countDown();
                }
                ran.countDown();
              })
              .with(settings -> settings.threads(WorkerSettings.HandlerThreads.PLATFORM))
              .concurrency(2)
              .maxRunTime(Duration.ofMillis(50))
              .abandonAfter(Duration.ofMillis(50))
              .start();
      queue.schedule(JobRequest.builder("hang").retry(RetryPolicy.none()).build());
      queue.schedule(JobRequest.builder("hang").retry(RetryPolicy.none()).build());
      for (int i = 0; i < 20; i++) {
        queue.schedule("job", Duration.ofMillis(10L * i));
      }

      ran.await();

      assertThat(worker.abandoned()).hasSize(2);
      assertThat(threads).hasSizeLessThanOrEqualTo(4);
      free.countDown();
      ended.await();
    }
  }

  private static void awaitStubbornly(CountDownLatch latch) {
    boolean isOver = false;
    while (!isOver) {
      try {
        latch.await();
        isOver = true;
      } catch (InterruptedException ignored) {
        isOver = false;
      }
    }
  }

  @Test
  void aClosedWorkerDoesNotWaitForThem() {
    schedule("hang");
    Worker worker = worker().start();
    world.pass(Duration.ofMinutes(1));

    worker.close();

    assertThat(worker.awaitStopped(SECOND)).isTrue();
    assertThat(world.since()).isEqualTo("1m");
  }
}
