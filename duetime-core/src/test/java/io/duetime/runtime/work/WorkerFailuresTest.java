package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Handler;
import io.duetime.InvalidRequestException;
import io.duetime.JobFailed;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.RetryPolicy;
import io.duetime.SettleRequest;
import io.duetime.StoredJob;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of jobs whose handlers fail, hang, or never answer. */
class WorkerFailuresTest {
  private static final RetryPolicy THREE_RETRIES = RetryPolicy.fixed(4, Duration.ofSeconds(10));

  private final Simulation world = Simulation.thatReliesOnSignals();

  private void scheduleTen(RetryPolicy retry) {
    List<JobRequest<String>> jobs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      jobs.add(
          JobRequest.builder("" + i)
              .id("job-" + i)
              .delay(Duration.ofHours(1))
              .retry(retry)
              .build());
    }
    world.queue().scheduleAll(jobs);
  }

  /** Runs the handler for a day and answers how often it ran for each payload. */
  private Map<String, Integer> runsOf(Handler<String> handler) {
    Map<String, Integer> runs = new HashMap<>();
    world
        .queue()
        .worker(job -> {
          runs.merge(job.payload(), 1, Integer::sum);
          handler.handle(job);
        })
        .concurrency(4)
        .start();
    world.pass(Duration.ofDays(1));
    return runs;
  }

  private List<StoredJob<String>> dead() {
    return world.queue().dead().page(100).jobs();
  }

  private long stored() {
    return world.queue().jobs().page(100).jobs().size();
  }

  private static Map<String, Integer> each(int runs) {
    Map<String, Integer> all = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      all.put("" + i, runs);
    }
    return all;
  }

  @Test
  void aHandlerWithoutRoomKeepsNoOtherJobWaitingAndSpendsNoAttempt() {
    world.queue().schedule("busy", "busy", Duration.ZERO);
    for (int i = 0; i < 5; i++) {
      world.queue().schedule("other-" + i, "other", Duration.ofMillis(1));
    }
    List<Integer> attempts = new ArrayList<>();
    world
        .queue()
        .worker(job -> {
          if (job.id().equals("busy") && attempts.size() < 5) {
            attempts.add(job.attempt());
            throw JobFailed.notBegun("no room", Duration.ofSeconds(10));
          }
          world.note(job.id() + " attempt " + job.attempt());
        })
        .concurrency(1)
        .start();
    world.pass(Duration.ofMinutes(1));

    assertThat(attempts).containsOnly(1).hasSize(5);
    assertThat(world.events)
        .filteredOn(event -> event.contains("attempt"))
        .hasSize(6)
        .endsWith("50s busy attempt 1");
  }

  @Test
  void aJobThatCouldNotBeginIsDueAgainAfterASecond() {
    world.queue().schedule("busy", "busy", Duration.ZERO);
    List<String> calls = new ArrayList<>();
    world
        .queue()
        .worker(job -> {
          calls.add(world.since());
          throw JobFailed.notBegun("no room");
        })
        .start();
    world.pass(Duration.ofMillis(2_500));

    assertThat(calls).containsExactly("0s", "1s", "2s");
  }

  @Test
  void jobsThatSucceedRunOnceAndLeaveNothing() {
    scheduleTen(THREE_RETRIES);

    assertThat(runsOf(job -> {})).isEqualTo(each(1));
    assertThat(stored()).isZero();
  }

  @Test
  void jobsThatAlwaysFailRunFourTimesAndAreDeadWithTheirReasonAndPayload() {
    scheduleTen(THREE_RETRIES);

    Map<String, Integer> runs =
        runsOf(job -> {
          throw new IllegalStateException("no luck with " + job.payload());
        });

    assertThat(runs).isEqualTo(each(4));
    assertThat(dead()).hasSize(10);
    assertThat(dead()).extracting(StoredJob::payload).contains("0", "9");
    assertThat(dead())
        .allSatisfy(job -> {
          assertThat(job.end().orElseThrow().reason()).isEqualTo("EXHAUSTED");
          assertThat(job.history()).hasSize(4);
          assertThat(job.history().get(3).error())
              .startsWith("java.lang.IllegalStateException: no luck with " + job.payload());
        });
  }

  @Test
  void jobsThatFailTwiceRunThreeTimesAndLeaveNothing() {
    scheduleTen(THREE_RETRIES);

    Map<String, Integer> runs =
        runsOf(job -> {
          if (job.attempt() < 3) {
            throw new IllegalStateException("not yet");
          }
        });

    assertThat(runs).isEqualTo(each(3));
    assertThat(stored()).isZero();
  }

  @Test
  void jobsWithoutRetriesAreDeadAfterOneFailure() {
    scheduleTen(RetryPolicy.none());

    Map<String, Integer> runs =
        runsOf(job -> {
          throw new IllegalStateException();
        });

    assertThat(runs).isEqualTo(each(1));
    assertThat(dead()).hasSize(10);
  }

  @Test
  void aClaimerThatNeverAnswersUsesUpTheAttemptsByTheEndOfItsLeases() {
    scheduleTen(THREE_RETRIES);
    Map<String, Integer> runs = new HashMap<>();

    for (int minute = 0; minute < 90; minute++) {
      List<Lease<String>> leases = world.queue().claim(100, Duration.ofSeconds(30), Duration.ZERO);
      leases.forEach(lease -> runs.merge(lease.payload(), 1, Integer::sum));
      world.pass(Duration.ofMinutes(1));
    }

    assertThat(runs).isEqualTo(each(4));
    assertThat(dead()).hasSize(10);
    assertThat(dead().get(0).history())
        .extracting(StoredJob.FailedAttempt::outcome)
        .containsOnly("LEASE_LOST");
  }

  @Test
  void aHandlerThatHangsIsInterruptedAndItsJobDiesLikeAnyOther() {
    scheduleTen(THREE_RETRIES);
    Map<String, Integer> runs = new HashMap<>();
    world
        .queue()
        .worker(job -> {
          runs.merge(job.payload(), 1, Integer::sum);
          world.fibers.hang();
        })
        .concurrency(10)
        .maxRunTime(Duration.ofMinutes(2))
        .start();

    world.pass(Duration.ofDays(1));

    assertThat(runs).isEqualTo(each(4));
    assertThat(dead())
        .hasSize(10)
        .allSatisfy(job ->
            assertThat(job.end().orElseThrow().message())
                .contains("ran longer than maxRunTime, 2m, and was interrupted"));
  }

  @Test
  void aHandlerThatIgnoresItsInterruptLosesItsLease() {
    world.queue().schedule(JobRequest.builder("x").id("a").retry(THREE_RETRIES).build());
    world
        .queue()
        .worker(job -> world.fibers.sleepStubbornly(Duration.ofHours(1)))
        .concurrency(8)
        .lease(Duration.ofSeconds(30))
        .maxRunTime(Duration.ofMinutes(2))
        .start();

    world.pass(Duration.ofDays(1));

    assertThat(dead())
        .singleElement()
        .satisfies(job -> {
          assertThat(job.history()).hasSize(4);
          assertThat(job.history())
              .extracting(StoredJob.FailedAttempt::outcome)
              .containsOnly("LEASE_LOST");
        });
    assertThat(world.events).filteredOn(event -> event.endsWith("a lost")).hasSize(4);
    assertThat(world.events).filteredOn(event -> event.endsWith("LEASE_LOST")).hasSize(4);
  }

  @Test
  void aJobOfSevenWithoutRetryIsDeadAtOnce() {
    Instant seven = Instant.parse("2026-03-01T07:00:00Z");
    world
        .queue()
        .schedule(
            JobRequest.builder("x").id("mail").dueAt(seven).retry(RetryPolicy.none()).build());
    world
        .queue()
        .worker(job -> {
          throw new IllegalStateException("no");
        })
        .start();

    world.time.advanceTo(seven);

    assertThat(dead()).singleElement().extracting(StoredJob::id).isEqualTo("mail");
  }

  @Test
  void aJobOfSevenThatFailsRunsAgainAtTenPastAndKnowsWhenItWasDue() {
    Instant seven = Instant.parse("2026-03-01T07:00:00Z");
    RetryPolicy inTenMinutes = RetryPolicy.fixed(2, Duration.ofMinutes(10));
    world
        .queue()
        .schedule(JobRequest.builder("x").id("mail").dueAt(seven).retry(inTenMinutes).build());
    world
        .queue()
        .worker(job -> {
          world.note("due " + job.dueAt() + ", first " + job.firstDueAt());
          if (job.attempt() == 1) {
            throw new IllegalStateException("no");
          }
        })
        .start();

    world.pass(Duration.ofHours(2));

    assertThat(world.events)
        .containsExactly(
            "1h due 2026-03-01T07:00:00Z, first 2026-03-01T07:00:00Z",
            "1h mail RETRYING",
            "1h10m due 2026-03-01T07:10:00Z, first 2026-03-01T07:00:00Z",
            "1h10m mail ACKED");
  }

  @Test
  void aHandlerMaySayThatItIsHopeless() {
    List<String> reasons = new ArrayList<>();
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          throw JobFailed.permanently("no such order");
        })
        .onDead((job, reason) -> reasons.add(job.id() + ": " + reason))
        .start();

    world.pass(Duration.ofSeconds(1));

    assertThat(dead().get(0).end().orElseThrow().reason()).isEqualTo("BURIED");
    assertThat(dead().get(0).end().orElseThrow().message()).isEqualTo("no such order");
    assertThat(reasons).containsExactly("a: no such order");
  }

  @Test
  void aHandlerMaySettleItsJobByARequest() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          throw JobFailed.settling(new SettleRequest.Bury(7L, ""), "no such order");
        })
        .start();

    world.pass(Duration.ofSeconds(1));

    assertThat(dead().get(0).priority()).isEqualTo(7);
    assertThat(dead().get(0).end().orElseThrow().message()).isEqualTo("no such order");
    for (SettleRequest other :
        List.of(SettleRequest.extend(Duration.ofMinutes(1)), SettleRequest.ack())) {
      assertThatThrownBy(() -> JobFailed.settling(other, "why"))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("allowed: a request that retries, buries or releases");
    }
  }

  @Test
  void aHandlerMaySayWhenToTryAgain() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world
        .queue()
        .worker(job -> {
          if (job.attempt() == 1) {
            throw JobFailed.retryAfter(Duration.ofMinutes(3), "busy");
          }
        })
        .start();

    world.pass(Duration.ofHours(1));

    assertThat(world.events).containsExactly("0s a RETRYING", "3m a ACKED");
  }

  @Test
  void aPayloadThatCannotBeDecodedBuriesThatJobAlone() {
    world
        .duetime()
        .queue("orders", io.duetime.Codec.bytes())
        .schedule("bad", new byte[] {(byte) 0xff}, Duration.ZERO);
    world.queue().schedule("good", "x", Duration.ZERO);
    world.queue().worker(job -> {}).start();

    world.pass(Duration.ofSeconds(1));

    assertThat(world.events).containsExactlyInAnyOrder("0s bad DEAD", "0s good ACKED");
    assertThat(dead().get(0).end().orElseThrow().message())
        .contains("the payload cannot be decoded")
        .contains("not UTF-8");
    assertThat(dead().get(0).payloadBytes()).containsExactly(0xff);
  }

  @Test
  void anErrorOfTheHandlerEndsNothingButItsAttempt() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().schedule("b", "x", Duration.ofMinutes(1));
    world
        .queue()
        .worker(job -> {
          if (job.id().equals("a")) {
            throw new StackOverflowError("deep");
          }
        })
        .start();

    world.pass(Duration.ofMinutes(1));

    assertThat(world.events).startsWith("0s a RETRYING").endsWith("1m b ACKED");
  }
}
