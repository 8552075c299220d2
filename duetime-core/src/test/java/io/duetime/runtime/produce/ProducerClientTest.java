package io.duetime.runtime.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Codec;
import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.OnConflict;
import io.duetime.RescheduleOutcome;
import io.duetime.RescheduleRequest;
import io.duetime.Rescheduled;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.StoredJob;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Scheduling, moving and cancelling as callers see it. */
class ProducerClientTest {
  private final Simulation world = Simulation.thatReliesOnSignals();

  @Test
  void aDeadJobIsCorrectedAndRedriven() {
    world.queue().schedule("a", "wrong", Duration.ZERO);
    Lease<String> lease = world.queue().claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);
    lease.bury("no such order");

    Updated answer =
        world.queue().update("a", change -> change.payload("right").priority(7).addTag("checked"));

    assertThat(answer.outcome()).isEqualTo(UpdateOutcome.UPDATED);
    assertThat(world.queue().dead().tagged("checked").redrive().redriven()).isEqualTo(1);
    Lease<String> again = world.queue().claim(1, Duration.ofMinutes(1), Duration.ZERO).get(0);
    assertThat(again.payload()).isEqualTo("right");
    assertThat(again.priority()).isEqualTo(7);
    assertThat(world.queue().find("a").orElseThrow().history())
        .extracting(StoredJob.FailedAttempt::error)
        .containsExactly("no such order");
    assertThat(world.queue().update("b", change -> change.priority(1)).outcome())
        .isEqualTo(UpdateOutcome.UNKNOWN);
  }

  @Test
  void manyJobsGetNewValuesByAFilter() {
    world.queue().schedule(job("a").delay(Duration.ofHours(1)).tag("eu").build());
    world.queue().schedule(job("b").delay(Duration.ofHours(1)).build());

    assertThat(world.queue().waiting().tagged("eu").dryRun().update(change -> change.priority(1)))
        .isEqualTo(1);
    assertThat(world.queue().waiting().tagged("eu").update(change -> change.priority(1)))
        .isEqualTo(1);
    assertThat(world.queue().find("a").orElseThrow().priority()).isEqualTo(1);
    assertThat(world.queue().find("b").orElseThrow().priority()).isEqualTo(1024);
    assertThatThrownBy(() -> world.queue().waiting().update(change -> change.priority(1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("filter is");
    assertThatThrownBy(() -> world.queue().waiting().all().update(change -> change.payload("p")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("payload is");
    assertThatThrownBy(() -> world.queue().update("a", change -> change))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("change is 'nothing'");
  }

  private static JobRequest.Builder<String> job(String id) {
    return JobRequest.builder("x").id(id);
  }

  @Test
  void everythingThatWasAskedForIsStored() {
    world
        .queue()
        .schedule(
            job("a")
                .delay(Duration.ofMinutes(30))
                .priority(7)
                .retry(RetryPolicy.fixed(3, Duration.ofSeconds(1)))
                .header("trace", "1")
                .tag("tenant-1")
                .tag("vip")
                .expiresAfter(Duration.ofHours(1), Expiry.Action.BURY)
                .build());

    StoredJob<String> stored = world.queue().find("a").orElseThrow();

    assertThat(stored.state()).isEqualTo(JobState.DELAYED);
    assertThat(stored.dueAt()).isEqualTo(Simulation.START.plusSeconds(1800));
    assertThat(stored.firstDueAt()).isEqualTo(stored.dueAt());
    assertThat(stored.scheduledAt()).isEqualTo(Simulation.START);
    assertThat(stored.payload()).isEqualTo("x");
    assertThat(stored.contentType()).contains("text/plain;charset=utf-8");
    assertThat(stored.priority()).isEqualTo(7);
    assertThat(stored.maxAttempts()).isEqualTo(3);
    assertThat(stored.headers()).containsOnly(java.util.Map.entry("trace", "1"));
    assertThat(stored.tags()).containsExactly("tenant-1", "vip");
    assertThat(stored.holder()).isEmpty();
    assertThat(stored.end()).isEmpty();
  }

  @Test
  void jobsWithoutAnIdGetGrowingOnes() {
    String first = world.queue().schedule(JobRequest.builder("x").build()).id();
    String second = world.queue().schedule(JobRequest.builder("x").build()).id();

    assertThat(first).hasSize(26).isLessThan(second);
    assertThat(world.queue().counts().waiting()).isEqualTo(2);
  }

  @Test
  void equalPayloadsAreOneJobWhereTheIdComesFromTheContent() {
    JobRequest<String> request = JobRequest.builder("abc").idFromContent().build();

    Scheduled first = world.queue().schedule(request);
    Scheduled second = world.queue().schedule(request);

    assertThat(first.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(second.outcome()).isEqualTo(ScheduleOutcome.KEPT);
    assertThat(first.id())
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void aLocalTimeInAGapIsTheFirstMomentAfterIt() {
    ZoneId berlin = ZoneId.of("Europe/Berlin");

    Scheduled inGap =
        world
            .queue()
            .schedule(job("g").dueAt(LocalDateTime.of(2026, 3, 29, 2, 30), berlin).build());
    Scheduled twice =
        world
            .queue()
            .schedule(job("t").dueAt(LocalDateTime.of(2026, 10, 25, 2, 30), berlin).build());

    assertThat(inGap.dueAt()).isEqualTo(Instant.parse("2026-03-29T01:00:00Z"));
    assertThat(twice.dueAt()).isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
  }

  @Test
  void spreadingPutsOffEachJobByLessThanTheWindowAndAlwaysAlike() {
    Set<Instant> moments = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      JobRequest<String> request =
          job("job-" + i)
              .dueAt(Simulation.START)
              .spread(Duration.ofMinutes(10))
              .onConflict(OnConflict.REPLACE)
              .build();
      Scheduled first = world.queue().schedule(request);
      assertThat(world.queue().schedule(request).dueAt()).isEqualTo(first.dueAt());
      assertThat(first.dueAt())
          .isBetween(Simulation.START, Simulation.START.plusSeconds(600).minusMillis(1));
      moments.add(first.dueAt());
    }
    assertThat(moments).hasSizeGreaterThan(190);
  }

  @Test
  void aRefusedRequestOfItsOwnIsAnExceptionAndInABatchAnAnswer() {
    JobRequest<String> tooFar = job("far").dueAt(Instant.parse("2200-01-01T00:00:00Z")).build();

    assertThatThrownBy(() -> world.queue().schedule(tooFar))
        .isInstanceOf(InvalidRequestException.class)
        .hasStackTraceContaining("ProducerClientTest");
    List<Scheduled> answers =
        world.queue().scheduleAll(List.of(job("a").build(), tooFar, job("b").build()));

    assertThat(answers)
        .extracting(Scheduled::outcome)
        .containsExactly(ScheduleOutcome.CREATED, ScheduleOutcome.REFUSED, ScheduleOutcome.CREATED);
    assertThat(answers.get(1).refusal()).isInstanceOf(InvalidRequestException.class);
    assertThat(answers.get(1).dueAt()).isNull();
    assertThat(world.queue().counts().waiting()).isEqualTo(2);
  }

  @Test
  void aBatchWithSeveralDurabilitiesIsAnsweredInOrder() {
    List<Scheduled> answers =
        world
            .queue()
            .scheduleAll(
                List.of(
                    job("a").build(),
                    job("b").durability(Durability.FSYNCED).build(),
                    job("c").build()));

    assertThat(answers).extracting(Scheduled::id).containsExactly("a", "b", "c");
    assertThat(world.engine.calls("schedule")).isEqualTo(2);
  }

  @Test
  void anEmptyBatchIsAnsweredWithNothing() {
    assertThat(world.queue().scheduleAll(List.of())).isEmpty();
    assertThat(world.queue().cancelAll(List.of())).isEmpty();
    assertThat(world.queue().ackAll(List.of())).isEmpty();
  }

  @Test
  void aWaitingJobMovesAndTheAnswerSaysWhereTo() {
    world.queue().schedule("a", "x", Duration.ofMinutes(30));

    Rescheduled later = world.queue().reschedule("a", Duration.ofMinutes(45));
    Rescheduled notEarlier =
        world.queue().reschedule(RescheduleRequest.of("a", Duration.ofHours(1)).onlyEarlier());
    Rescheduled stale =
        world
            .queue()
            .reschedule(
                RescheduleRequest.of("a", Simulation.START).ifDueAt(Simulation.START.plusNanos(5)));
    Rescheduled known =
        world
            .queue()
            .reschedule(RescheduleRequest.of("a", Simulation.START).ifDueAt(later.dueAt()));

    assertThat(later.outcome()).isEqualTo(RescheduleOutcome.RESCHEDULED);
    assertThat(later.dueAt()).isEqualTo(Simulation.START.plusSeconds(45 * 60));
    assertThat(notEarlier.outcome()).isEqualTo(RescheduleOutcome.NOT_MET);
    assertThat(stale.outcome()).isEqualTo(RescheduleOutcome.NOT_MET);
    assertThat(known.outcome()).isEqualTo(RescheduleOutcome.RESCHEDULED);
    assertThat(world.queue().reschedule("b", Duration.ZERO).outcome())
        .isEqualTo(RescheduleOutcome.UNKNOWN);
  }

  @Test
  void cancellingManyAnswersIdById() {
    world.queue().schedule("a", "x", Duration.ofMinutes(30));
    world.queue().schedule("b", "x", Duration.ZERO);
    world.queue().claim(1, Duration.ofSeconds(30), Duration.ZERO);

    List<Cancelled> answers = world.queue().cancelAll(List.of("a", "b", "c"));

    assertThat(answers).extracting(Cancelled::id).containsExactly("a", "b", "c");
    assertThat(answers)
        .extracting(Cancelled::outcome)
        .containsExactly(CancelOutcome.CANCELLED, CancelOutcome.RUNNING, CancelOutcome.UNKNOWN);
    assertThat(world.queue().cancel("a")).isEqualTo(CancelOutcome.UNKNOWN);
  }

  @Test
  void asynchronousCallsFailWithWhatBlockingOnesThrow() {
    var refused = world.queue().async().cancel("").toCompletableFuture();
    var fine = world.queue().async().schedule("a", "x", Duration.ZERO).toCompletableFuture();
    world.pass(Duration.ZERO);

    assertThat(refused)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(InvalidRequestException.class);
    assertThat(fine.join().outcome()).isEqualTo(ScheduleOutcome.CREATED);
  }

  @Test
  void whatACodecCannotEncodeIsRefusedBeforeAnythingIsSent() {
    Codec<String> picky =
        new Codec<>() {
          @Override
          public byte[] encode(String payload) {
            throw new IllegalStateException("not this one");
          }

          @Override
          public String decode(byte[] bytes) {
            return "";
          }
        };

    assertThatThrownBy(
            () -> world.duetime().queue("orders", picky).schedule("a", "x", Duration.ZERO))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("not this one");
    assertThat(world.engine.calls("schedule")).isZero();
  }

  @Test
  void listenersHearOfEveryAnswer() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.queue().schedule("a", "x", Duration.ZERO);

    assertThat(world.scheduled).containsExactly("a CREATED", "a KEPT");
  }
}
