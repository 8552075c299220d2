package io.duetime.runtime.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.DeadJobs.Redriven;
import io.duetime.DeathReason;
import io.duetime.Duetime;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.InvalidRequestException;
import io.duetime.JobFailed;
import io.duetime.JobPage;
import io.duetime.JobRequest;
import io.duetime.JobState;
import io.duetime.QueueAdmin;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.RetryableException;
import io.duetime.StoredJob;
import io.duetime.Timeline;
import io.duetime.WaitingJobs;
import io.duetime.WaitingJobs.Shifted;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lists, ranges, counts, settings and explanations as callers see them. */
class LookingTest {
  private final Simulation world = Simulation.thatReliesOnSignals();

  private static Instant at(long seconds) {
    return Simulation.START.plusSeconds(seconds);
  }

  private void schedule(long... seconds) {
    for (long second : seconds) {
      world
          .queue()
          .schedule(
              JobRequest.builder("x")
                  .id("at-" + second)
                  .dueAt(at(second))
                  .tag(second % 2 == 0 ? "even" : "odd")
                  .build());
    }
  }

  private List<String> waiting() {
    return world.queue().waiting().stream().map(StoredJob::id).toList();
  }

  @Test
  void jobsAreListedAscendingPageByPage() {
    schedule(20, 5, 15, 10);

    JobPage<StoredJob<String>> first = world.queue().waiting().page(3);
    JobPage<StoredJob<String>> second = world.queue().waiting().page(3, first.cursor());

    assertThat(first.jobs()).extracting(StoredJob::id).containsExactly("at-5", "at-10", "at-15");
    assertThat(second.jobs()).extracting(StoredJob::id).containsExactly("at-20");
    assertThat(second.cursor()).isNull();
    assertThat(waiting()).containsExactly("at-5", "at-10", "at-15", "at-20");
  }

  @Test
  void aRangeIsCancelledByTimeAndNeverByRank() {
    schedule(5, 10, 15, 20);

    assertThat(world.queue().waiting().between(at(5), at(11)).count()).isEqualTo(2);
    assertThat(world.queue().waiting().between(at(5), at(11)).cancel()).isEqualTo(2);

    assertThat(waiting()).containsExactly("at-15", "at-20");
    assertThat(world.queue().waiting().between(Instant.MIN, Instant.MAX).count()).isEqualTo(2);
  }

  @Test
  void tagsNarrowASelection() {
    schedule(5, 10, 15, 20);

    assertThat(world.queue().waiting().tagged("even").reschedule(Duration.ofHours(1))).isEqualTo(2);

    assertThat(world.queue().waiting().between(at(3600), at(3601)).stream())
        .extracting(StoredJob::id)
        .containsExactly("at-10", "at-20");
  }

  @Test
  void aShiftTellsWhatItMovedAndIsTakenBackByItsId() {
    schedule(5, 10, 15, 20);
    WaitingJobs<String> even = world.queue().waiting().tagged("even");

    Shifted dry = even.dryRun().shift(Duration.ofSeconds(-12));
    Shifted shifted = even.shift(Duration.ofSeconds(-12));

    assertThat(shifted).usingRecursiveComparison().ignoringFields("id").isEqualTo(dry);
    assertThat(shifted)
        .isEqualTo(
            new Shifted(
                shifted.id(),
                1,
                1,
                new Shifted.Span(at(20), at(20)),
                new Shifted.Span(at(8), at(8)),
                1));
    assertThat(waiting()).containsExactly("at-5", "at-20", "at-10", "at-15");
    assertThat(world.queue().waiting().undoShift(shifted.id()).moved()).isEqualTo(1);
    assertThat(world.queue().waiting().undoShift(shifted.id()))
        .isEqualTo(new Shifted(shifted.id(), 0, 0, null, null, 0));
    assertThat(waiting()).containsExactly("at-5", "at-10", "at-15", "at-20");
    assertThatThrownBy(() -> world.queue().waiting().shift(Duration.ofHours(1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("filter");
  }

  @Test
  void jobsAreClaimedAheadOnlyOnRequest() {
    schedule(3600, 7200);
    assertThat(world.queue().claim(10, Duration.ofSeconds(30), Duration.ZERO)).isEmpty();

    assertThat(world.queue().claimDueBefore(at(3700), 10, Duration.ofSeconds(30)))
        .singleElement()
        .matches(lease -> lease.id().equals("at-3600"))
        .satisfies(lease -> assertThat(lease.ack().name()).isEqualTo("ACKED"));

    assertThat(world.queue().counts().waiting()).isEqualTo(1);
    assertThat(world.queue().counts().nextDue()).isEqualTo(at(7200));
    assertThat(world.queue().counts().oldestReady()).isNull();
  }

  @Test
  void particularJobsAreClaimedByTheirIds() {
    schedule(3600, 7200);

    assertThat(world.queue().claimById(List.of("at-7200", "unknown"), Duration.ofSeconds(30)))
        .extracting(lease -> lease.id())
        .containsExactly("at-7200");
    assertThat(world.queue().find("at-7200").orElseThrow().holder().orElseThrow().consumer())
        .isEqualTo("simulation");
  }

  @Test
  void deadJobsAreRedrivenAndPurgedByReason() {
    for (String id : List.of("a", "b", "c")) {
      world.queue().schedule(JobRequest.builder("x").id(id).retry(RetryPolicy.none()).build());
    }
    world
        .queue()
        .worker(job -> {
          throw job.id().equals("c")
              ? JobFailed.permanently("no")
              : new IllegalStateException("no");
        })
        .concurrency(1)
        .start()
        .awaitStopped(Duration.ofSeconds(1));

    assertThat(world.queue().dead().count()).isEqualTo(3);
    assertThat(world.queue().dead().diedOf(DeathReason.BURIED).purge()).isEqualTo(1);
    assertThat(world.queue().find("c")).isEmpty();
    world.queue().admin().pause();
    assertThat(world.queue().dead().all().redrive()).isEqualTo(new Redriven(2, 0));
    assertThat(world.queue().counts().now().ready()).isEqualTo(2);
    assertThat(world.queue().dead().count()).isZero();
  }

  @Test
  void explanationsSayWhatKeepsAJob() {
    schedule(60);

    assertThat(world.queue().explain("at-60").why()).isEqualTo(Explanation.Why.DUE_LATER);
    assertThat(world.queue().explain("at-60").details())
        .containsEntry("dueAt", "2026-03-01T06:01:00.000Z");
    assertThat(world.queue().explain("nothing").why()).isEqualTo(Explanation.Why.UNKNOWN);
    world.pass(Duration.ofMinutes(2));
    world.queue().admin().pause();
    assertThat(world.queue().explain("at-60").why()).isEqualTo(Explanation.Why.PAUSED);
    assertThat(world.queue().explain("at-60").details()).doesNotContainKey("until");
  }

  @Test
  void settingsAreReadAsTheyWereWritten() {
    QueueSettings written =
        world
            .queue()
            .admin()
            .configure(settings ->
                settings
                    .pausedUntil(at(60))
                    .maxRunning(7)
                    .rate(new QueueSettings.Rate(5, Duration.ofSeconds(1), 10))
                    .retention(Duration.ofDays(1))
                    .maxWaiting(1000)
                    .maxAhead(Duration.ofDays(30))
                    .defaultPriority(5)
                    .defaultRetry(RetryPolicy.none())
                    .defaultLease(Duration.ofMinutes(1))
                    .deadCopyTo("dead-orders"));

    QueueSettings read = world.duetime().admin("orders").settings();

    assertThat(read).usingRecursiveComparison().isEqualTo(written);
    assertThat(read.pausedUntil()).contains(at(60));
    assertThat(world.queue().admin().resume().pausedUntil()).isEmpty();
    assertThat(world.queue().admin().pause().pausedUntil()).contains(Instant.MAX);
    assertThat(world.queue().admin().settings().maxRunning()).isEqualTo(7);
  }

  @Test
  void aChangeThatComesInBetweenIsKept() {
    QueueAdmin admin = world.queue().admin();
    AtomicInteger calls = new AtomicInteger();

    QueueSettings now =
        admin.configure(settings -> {
          if (calls.incrementAndGet() < 3) {
            admin.configure(other -> other.maxWaiting(calls.get()));
          }
          return settings.maxRunning(7);
        });

    assertThat(calls).hasValue(3);
    assertThat(now.maxRunning()).isEqualTo(7);
    assertThat(now.maxWaiting()).isEqualTo(2);
    assertThat(admin.settings()).usingRecursiveComparison().isEqualTo(now);
  }

  @Test
  void aChangeThatNeverComesFirstEndsAfterTwentyAttempts() {
    QueueAdmin admin = world.queue().admin();
    AtomicInteger calls = new AtomicInteger();

    assertThatThrownBy(() ->
            admin.configure(settings -> {
              admin.configure(QueueSettings.builder().maxRunning(1).build());
              calls.incrementAndGet();
              return settings.maxRunning(7);
            }))
        .isInstanceOf(RetryableException.class)
        .hasMessageContaining("20 attempts");

    assertThat(calls).hasValue(20);
    assertThat(admin.settings().maxRunning()).isEqualTo(1);
  }

  @Test
  void settingsThatWereReadAreStoredOnlyWhileTheyApply() {
    QueueAdmin admin = world.queue().admin();
    QueueSettings read = admin.settings();
    assertThat(admin.configure(read.toBuilder().maxRunning(7).build()).outcome())
        .isEqualTo(ConfigureOutcome.STORED);

    Configured late = admin.configure(read.toBuilder().maxRunning(8).build());

    assertThat(late.outcome()).isEqualTo(ConfigureOutcome.CHANGED_MEANWHILE);
    assertThat(late.settings().maxRunning()).isEqualTo(7);
    assertThat(admin.configure(late.settings().toBuilder().maxRunning(8).build()).outcome())
        .isEqualTo(ConfigureOutcome.STORED);
  }

  @Test
  void settingsOfAnotherQueueAreStored() {
    QueueAdmin other = world.duetime().admin("others");
    other.configure(settings -> settings.maxRunning(1));
    QueueSettings template = other.configure(settings -> settings.maxRunning(7));

    assertThat(world.queue().admin().configure(settings -> template.toBuilder()).maxRunning())
        .isEqualTo(7);
  }

  @Test
  void theTimelineShowsWhatIsDueAndWhatRan() {
    schedule(30, 90, 91);
    world.queue().worker(job -> {}).start();
    world.pass(Duration.ofSeconds(60));

    Timeline timeline = world.queue().admin().timeline(at(0), at(120), 2);

    assertThat(timeline.now()).isEqualTo(at(60));
    assertThat(timeline.buckets()).extracting(Timeline.Bucket::ran).containsExactly(1L, 0L);
    assertThat(timeline.buckets()).extracting(Timeline.Bucket::waiting).containsExactly(0L, 2L);
    assertThat(timeline.buckets().get(0).maxLateness()).isZero();
  }

  @Test
  void consumersAndQueuesAreSeen() {
    schedule(1);
    world.queue().worker(job -> {}).name("closer").start();
    world.pass(Duration.ofSeconds(2));

    assertThat(world.queue().admin().consumers())
        .singleElement()
        .matches(consumer -> consumer.name().equals("closer@simulation"));
    assertThat(world.duetime().queues()).containsExactly("orders");
    assertThat(world.duetime().now()).isEqualTo(at(2));
    assertThat(world.queue().admin().delete()).isTrue();
    assertThat(world.queue().admin().delete()).isFalse();
  }

  @Test
  void aSelectionOfManyIsChangedInStepsToTheEnd() {
    List<JobRequest<String>> jobs = new ArrayList<>();
    for (int i = 0; i < 12_345; i++) {
      jobs.add(JobRequest.builder("x").delay(Duration.ofHours(1)).build());
    }
    world.queue().scheduleAll(jobs);

    assertThat(world.queue().waiting().all().cancel()).isEqualTo(12_345);

    assertThat(world.engine.calls("change")).isGreaterThan(2);
    assertThat(world.queue().jobs(JobState.DELAYED, JobState.READY).page(1).jobs()).isEmpty();
  }

  @Test
  void anUnknownSchemeIsRefusedWithThoseThatAreKnown() {
    assertThatThrownBy(() -> Duetime.open("nowhere://me:secret@host"))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.UNKNOWN_STORE))
        .hasMessageContaining("memory")
        .hasMessageContaining("nowhere:")
        .hasMessageContaining("META-INF/services")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> Duetime.open("memory")).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void aQueueNameIsCheckedWhereItIsGiven() {
    assertThatThrownBy(() -> world.duetime().queue("no spaces", Codec.string()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("no spaces");
  }
}
