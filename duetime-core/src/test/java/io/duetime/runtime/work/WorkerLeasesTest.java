package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.Job;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.RetryPolicy;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
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

    assertThat(world.events).containsExactly("40s a lost", "40s a LEASE_LOST");
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
    assertThat(world.events).first().isEqualTo("30s a lost");
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

    assertThat(seen).containsExactly("10s");
    assertThat(world.events).containsExactly("10s a ACKED");
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
