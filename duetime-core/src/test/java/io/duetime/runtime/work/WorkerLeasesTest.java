package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.Job;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.RetryPolicy;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
import io.duetime.Worker;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases are kept while handlers run, and a worker that loses one learns of it. */
class WorkerLeasesTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final Simulation world = Simulation.begin();

  @AfterEach
  void close() {
    world.close();
  }

  private static RetryableException unreachable() {
    return new RetryableException(ErrorCode.STORE_UNAVAILABLE, "gone for a while");
  }

  @Test
  void aLeaseIsExtendedUntilTheHandlerEnds() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(job -> world.fibers.sleep(Duration.ofHours(2))).lease(LEASE).start();

    world.pass(Duration.ofHours(1));
    assertThat(world.queue().find("a").orElseThrow().state()).isEqualTo(JobState.RUNNING);
    world.pass(Duration.ofHours(2));

    assertThat(world.events).containsExactly("2h a ACKED");
  }

  @Test
  void aWorkerWhoseHandlersAreBusyIsNamedHoweverLongTheyRun() {
    for (String id : List.of("a", "b", "c")) {
      world.queue().schedule(id, "x", Duration.ZERO);
    }
    Worker worker =
        world
            .queue()
            .worker(job -> world.fibers.sleep(Duration.ofMinutes(10)))
            .name("W")
            .concurrency(2)
            .lease(LEASE)
            .start();

    world.pass(Duration.ofMinutes(2));

    Explanation why = world.queue().explain("c");
    assertThat(why.why()).isEqualTo(Explanation.Why.HANDLERS_BUSY);
    assertThat(why.details())
        .containsEntry("jobs", "a, b")
        .containsEntry("consumers", "W@simulation")
        .containsEntry("running", "2");
    assertThat(world.queue().admin().consumers())
        .singleElement()
        .satisfies(consumer -> {
          assertThat(consumer.name()).isEqualTo("W@simulation");
          assertThat(consumer.running()).isEqualTo(2);
        });
    assertThat(worker.running()).isEqualTo(2);
  }

  @Test
  void leasesOfManyJobsAreExtendedTogether() {
    for (int i = 0; i < 50; i++) {
      world.queue().schedule("" + i, "x", Duration.ZERO);
    }
    world
        .queue()
        .worker(job -> world.fibers.sleep(Duration.ofSeconds(25)))
        .concurrency(50)
        .lease(LEASE)
        .start();

    world.pass(Duration.ofSeconds(24));

    assertThat(world.engine.calls("settle")).isEqualTo(2);
  }

  @Test
  void theHandlerIsToldWhenTheStoreSaysThatItsLeaseIsLost() {
    List<String> seen = new ArrayList<>();
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          try {
            world.fibers.hang();
          } catch (InterruptedException told) {
            seen.add(world.since() + " " + job.isLeaseLost());
            throw told;
          }
        })
        .concurrency(1)
        .lease(LEASE)
        .start();
    world.pass(Duration.ofSeconds(1));

    world.queue().admin().delete();
    world.pass(Duration.ofSeconds(29));

    assertThat(seen).containsExactly("10s true");
    assertThat(world.events).containsExactly("10s a lost", "10s a LEASE_LOST");
  }

  @Test
  void theHandlerIsToldWhenTheLeaseCannotBeExtendedInTime() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(job -> world.fibers.hang()).concurrency(1).lease(LEASE).start();
    world.pass(Duration.ofSeconds(15));

    world.engine.refuse("settle", unreachable());
    world.passTo(Duration.ofSeconds(39));
    assertThat(world.events).isEmpty();
    world.passTo(Duration.ofSeconds(40));

    assertThat(world.events).containsExactly("39.999s a lost", "39.999s a LEASE_LOST");
  }

  @Test
  void aLeaseSurvivesAStoreThatIsAwayForAPartOfIt() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(job -> world.fibers.sleep(Duration.ofMinutes(5))).lease(LEASE).start();

    world.passTo(Duration.ofSeconds(9));
    world.engine.refuse("settle", unreachable());
    world.passTo(Duration.ofSeconds(27));
    world.engine.recover();
    world.passTo(Duration.ofMinutes(6));

    assertThat(world.events).containsExactly("5m a ACKED");
  }

  @Test
  void aLeaseCountsFromBeforeItsClaimWasSent() {
    world.engine.hold("claim");
    world.queue().schedule("a", "x", Duration.ZERO);
    List<Job<String>> jobs = new ArrayList<>();
    world
        .queue()
        .worker(job -> {
          jobs.add(job);
          world.engine.refuse("settle", unreachable());
          world.fibers.hang();
        })
        .lease(LEASE)
        .concurrency(1)
        .start();
    world.pass(Duration.ofSeconds(12));

    world.engine.letGo("claim");
    world.passTo(Duration.ofSeconds(30));

    assertThat(jobs).singleElement().matches(Job::isLeaseLost);
    assertThat(world.events).first().isEqualTo("29.999s a lost");
  }

  @Test
  void aHandlerThatOutlastsItsLeaseCannotAcknowledgeTheJobOfAnother() {
    world
        .queue()
        .schedule(
            JobRequest.builder("x")
                .id("a")
                .retry(RetryPolicy.fixed(5, Duration.ofSeconds(1)))
                .build());
    List<Lease<String>> first = world.queue().claim(1, Duration.ofSeconds(5), Duration.ZERO);
    world.pass(Duration.ofSeconds(10));
    List<Lease<String>> second = world.queue().claim(1, Duration.ofSeconds(5), Duration.ZERO);

    assertThat(second).hasSize(1);
    assertThat(second.get(0).fence()).isGreaterThan(first.get(0).fence());
    assertThat(first.get(0).isLeaseLost()).isTrue();
    assertThat(first.get(0).ack()).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(second.get(0).ack()).isEqualTo(SettleOutcome.ACKED);
    assertThat(world.queue().find("a")).isEmpty();
  }

  @Test
  void aHandlerLearnsThatItsJobWasCancelled() {
    List<String> seen = new ArrayList<>();
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          while (!job.isCancelRequested()) {
            world.fibers.sleep(Duration.ofSeconds(1));
          }
          seen.add(world.since());
        })
        .lease(LEASE)
        .start();
    world.pass(Duration.ofSeconds(2));

    world.queue().cancel("a");
    world.pass(Duration.ofSeconds(20));

    assertThat(seen).containsExactly("3s");
    assertThat(world.events).containsExactly("3s a ACKED");
    assertThat(world.engine.calls("settle")).as("one extension").isEqualTo(2);
  }

  @Test
  void aLostSignalOfACancelDelaysItUntilTheNextExtension() {
    world.engine.loseSignals();
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(this::runUntilCancelled).lease(LEASE).start();
    world.pass(Duration.ofSeconds(2));

    world.queue().cancel("a");
    world.pass(Duration.ofSeconds(20));

    assertThat(world.events).containsExactly("10s a cancelled", "10s a ACKED");
  }

  private void runUntilCancelled(Job<String> job) throws InterruptedException {
    job.whenCancelRequested().thenRun(() -> world.note(job.id() + " cancelled"));
    while (!job.isCancelRequested()) {
      world.fibers.sleep(Duration.ofSeconds(1));
    }
  }

  @Test
  void manyCancelsAreToldByFewExtensions() {
    int jobs = 50;
    for (int i = 0; i < jobs; i++) {
      world.queue().schedule("" + i, "x", Duration.ZERO);
    }
    world.queue().worker(this::runUntilCancelled).concurrency(jobs).lease(LEASE).start();
    world.pass(Duration.ofSeconds(1));

    for (int i = 0; i < jobs; i++) {
      world.queue().cancel("" + i);
      world.pass(Duration.ofMillis(2));
    }
    world.pass(Duration.ofMillis(100));

    assertThat(world.events).hasSize(jobs).allMatch(event -> event.endsWith("cancelled"));
    assertThat(world.engine.calls("settle")).isLessThanOrEqualTo(3);
  }

  @Test
  void aCancelWhoseSignalComesBeforeTheAnswerOfTheClaimIsLearnedAtOnce() {
    world.engine.hold("claim");
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(this::runUntilCancelled).lease(LEASE).start();
    world.pass(Duration.ofMillis(10));
    world.queue().cancel("a");
    world.pass(Duration.ofMillis(10));

    world.engine.letGo("claim");
    world.pass(Duration.ofSeconds(1));

    assertThat(world.events).first().isEqualTo("0.02s a cancelled");
  }

  @Test
  void aCancelWhileAnExtensionIsUnderWayIsLearnedByTheNextOne() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(this::runUntilCancelled).lease(LEASE).start();
    world.pass(Duration.ofSeconds(9));
    world.engine.hold("settle");
    world.pass(Duration.ofMillis(1_500));
    world.queue().cancel("a");
    world.pass(Duration.ofMillis(500));

    world.engine.letGo("settle");
    world.pass(Duration.ofSeconds(1));

    assertThat(world.events).first().isEqualTo("11s a cancelled");
  }

  @Test
  void anExtensionThatFailsAfterACancelIsRepeatedAfterAPause() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(this::runUntilCancelled).lease(LEASE).start();
    world.pass(Duration.ofSeconds(1));
    world.engine.refuse("settle", unreachable());
    world.queue().cancel("a");
    world.pass(Duration.ofSeconds(2));
    assertThat(world.engine.calls("settle")).isLessThanOrEqualTo(3);

    world.engine.recover();
    world.pass(Duration.ofSeconds(4));

    assertThat(world.events).hasSize(2).last().asString().endsWith("a ACKED");
  }

  @Test
  void aHandlerIsInterruptedByACancelWhereItsWorkerAsksForThat() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().worker(job -> world.fibers.hang()).interruptOnCancel(true).lease(LEASE).start();
    world.pass(Duration.ofSeconds(2));

    world.queue().cancel("a");
    world.pass(Duration.ofHours(1));

    assertThat(world.events).containsExactly("2s a CANCELLED");
    assertThat(world.queue().find("a")).isEmpty();
  }

  @Test
  void aHandlerThatCleansUpIsInterruptedOnce() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          try {
            world.fibers.hang();
          } catch (InterruptedException stopped) {
            world.fibers.sleep(Duration.ofSeconds(29));
            world.note("clean");
          }
        })
        .interruptOnCancel(true)
        .lease(Duration.ofSeconds(6))
        .start();
    world.pass(Duration.ofSeconds(2));

    world.queue().cancel("a");
    world.pass(Duration.ofHours(1));

    assertThat(world.events).containsExactly("31s clean", "31s a ACKED");
  }

  @Test
  void aHandlerThatReturnsAfterTheInterruptIsDone() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> world.fibers.sleepStubbornly(Duration.ofSeconds(5)))
        .interruptOnCancel(true)
        .lease(LEASE)
        .start();
    world.pass(Duration.ofSeconds(2));

    world.queue().cancel("a");
    world.pass(Duration.ofHours(1));

    assertThat(world.events).containsExactly("5s a ACKED");
  }

  @Test
  void aJobThatIsCancelledBeforeItBeginsIsInterruptedAtOnce() {
    world.engine.hold("claim");
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().schedule("b", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> world.fibers.hang())
        .interruptOnCancel(true)
        .concurrency(1)
        .lease(LEASE)
        .start();
    world.pass(Duration.ofMillis(10));
    world.queue().cancel("a");

    world.engine.letGo("claim");
    world.pass(Duration.ofSeconds(1));

    assertThat(world.events).containsExactly("0.01s a CANCELLED");
  }

  @Test
  void anAcknowledgementThatTheStoreRefusesIsRepeatedUntilTheLeaseEnds() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.engine.refuse("settle", unreachable());
    world.queue().worker(job -> {}).lease(LEASE).start();
    world.pass(Duration.ofSeconds(20));
    assertThat(world.events).isEmpty();

    world.engine.recover();
    world.pass(Duration.ofSeconds(3));

    assertThat(world.events).singleElement().asString().endsWith("a ACKED");
    assertThat(world.queue().find("a")).isEmpty();
  }

  @Test
  void aJobWhoseEndCannotBeStoredRunsAgain() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.engine.refuse("settle", unreachable());
    world.queue().worker(job -> world.note("run " + job.attempt())).lease(LEASE).start();
    world.pass(Duration.ofSeconds(30));
    world.engine.recover();

    world.pass(Duration.ofSeconds(30));

    assertThat(world.events).filteredOn(event -> event.contains("run")).hasSize(2);
    assertThat(world.events).last().asString().endsWith("a ACKED");
  }
}
