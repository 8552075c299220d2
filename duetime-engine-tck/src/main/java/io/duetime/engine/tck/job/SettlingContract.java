package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobState;
import io.duetime.SettleOutcome;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Ends of leases, and how little a lease that is over can do. */
public abstract class SettlingContract extends Contract {
  @Test
  void anAcknowledgedJobIsGone() {
    queue.schedule(Jobs.job("a"));

    assertThat(queue.ack(queue.claimOne())).isEqualTo(SettleOutcome.ACKED);

    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.counts()).isEqualTo(new QueueCounts.ByState(0, 0, 0, 0, 0, 0));
  }

  @Test
  void aLeaseThatIsNamedTwiceInABatchCountsOnce() {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b").retention(Duration.ofHours(1)));
    List<Settlement.Ack> twice =
        queue.claim(2).stream()
            .map(job -> new Settlement.Ack(job.lease()))
            .flatMap(ack -> Stream.of(ack, ack))
            .toList();

    assertThat(queue.settle(twice))
        .extracting(SettleResult::outcome)
        .containsExactly(
            SettleOutcome.ACKED,
            SettleOutcome.LEASE_LOST,
            SettleOutcome.ACKED,
            SettleOutcome.LEASE_LOST);

    assertThat(queue.events().acked()).isEqualTo(2);
    assertThat(queue.counts()).isEqualTo(new QueueCounts.ByState(0, 0, 0, 0, 1, 0));
  }

  @Test
  void theMessageOfAnAckIsKeptWithAJobThatIsRemembered() {
    for (String id : List.of("a", "b", "c", "d", "e")) {
      queue.schedule(Jobs.job(id).retention(Duration.ofHours(1)));
    }
    queue.schedule(Jobs.job("forgotten"));
    Map<String, LeaseToken> leases =
        queue.claim(6).stream()
            .map(ClaimedJob::lease)
            .collect(Collectors.toMap(LeaseToken::id, lease -> lease));
    String tooLong = "x".repeat(3_000);

    queue.settle(
        List.of(
            new Settlement.Ack(leases.get("a"), "topic a"),
            new Settlement.Ack(leases.get("b"), "topic a"),
            new Settlement.Ack(leases.get("c")),
            new Settlement.Ack(leases.get("forgotten"), "topic b")));
    queue.settle(
        List.of(
            new Settlement.Extend(leases.get("d"), 1_000),
            new Settlement.Ack(leases.get("d"), "topic \u00e9"),
            new Settlement.Ack(leases.get("e"), tooLong)));

    assertThat(queue.get("a").end()).isEqualTo(new JobView.End(now(), "DONE", "topic a"));
    assertThat(queue.get("b").end()).isEqualTo(new JobView.End(now(), "DONE", "topic a"));
    assertThat(queue.get("c").end()).isEqualTo(new JobView.End(now(), "DONE", ""));
    assertThat(queue.get("d").end()).isEqualTo(new JobView.End(now(), "DONE", "topic \u00e9"));
    assertThat(queue.get("e").end())
        .isEqualTo(new JobView.End(now(), "DONE", tooLong.substring(0, 1_999) + "\u2026"));
    assertThat(queue.find("forgotten")).isEmpty();
    assertThat(queue.explain("a").details()).containsEntry("message", "topic a");
  }

  @Test
  void aRequestThatWantsNothingRememberedComesBeforeTheQueuesRetention() {
    queue.configure(settings -> settings.retention(Duration.ofHours(1)));
    queue.schedule(Jobs.job("a").retention(Duration.ZERO));
    queue.schedule(Jobs.job("b", Duration.ofHours(1)).retention(Duration.ZERO));
    queue.schedule(Jobs.job("c"));

    queue.run(2);
    queue.cancel("b");

    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.find("b")).isEmpty();
    assertThat(queue.state("c")).isEqualTo(JobState.DONE);
  }

  @Test
  void aLeaseIsGoodUntilItsLastMillisecond() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();

    advanceTo(job.run().leaseUntilMillis() - 1);

    assertThat(queue.ack(job)).isEqualTo(SettleOutcome.ACKED);
  }

  @TestFactory
  Stream<DynamicTest> fromTheDeadlineOnEverySettlementIsRefusedAndChangesNothing() {
    return kinds().map(kind -> limited(kind.name, () -> refusesLate(kind)));
  }

  private void refusesLate(Kind kind) {
    TestQueue late = queue("late-" + kind.name);
    late.schedule(Jobs.jobAt("a", now()));
    late.schedule(Jobs.jobAt("b", now() + 1));
    ClaimedJob job = late.claimOne();
    advanceTo(job.run().leaseUntilMillis());
    JobView before = late.get("a");
    QueueCounts.Events events = late.events();

    assertThat(late.settle(kind.of(job.lease())).outcome()).isEqualTo(SettleOutcome.LEASE_LOST);

    assertThat(late.get("a").history()).isEqualTo(before.history());
    assertThat(late.get("a").times()).isEqualTo(before.times());
    assertThat(late.events()).isEqualTo(events);
    assertThat(late.run(1)).containsExactly("b");
    advance(Duration.ofHours(1));
    assertThat(late.claimOne().run().attempt()).isEqualTo(2);
    assertThat(late.settle(kind.of(job.lease())).outcome()).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(late.state("a")).isEqualTo(JobState.RUNNING);
    assertThat(late.get("a").history()).hasSize(1);
  }

  private record Kind(String name, Function<LeaseToken, Settlement> settlement) {
    Settlement of(LeaseToken lease) {
      return settlement.apply(lease);
    }
  }

  private static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("ack", Settlement.Ack::new),
        new Kind("retry", lease -> new Settlement.Retry(lease, 0L, 1L, "why")),
        new Kind("bury", lease -> new Settlement.Bury(lease, 1L, "why")),
        new Kind("extend", lease -> new Settlement.Extend(lease, 60_000)),
        new Kind("release", Settlement.Release::new),
        new Kind("snooze", lease -> new Settlement.Release(lease, 0L)),
        new Kind("interruption", lease -> new Settlement.Release(lease, null, "why")));
  }

  @Test
  void theFirstOfTwoConsumersIsRefusedOnceTheSecondRunsTheJob() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob first = queue.claimOne();
    advance(TestQueue.LEASE);
    assertThat(queue.claim(1)).isEmpty();
    advance(Duration.ofHours(1));
    ClaimedJob second = queue.claimOne();

    assertThat(second.lease().fence()).isGreaterThan(first.lease().fence());
    assertThat(queue.ack(first)).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.ack(second)).isEqualTo(SettleOutcome.ACKED);
    assertThat(queue.ack(second)).isEqualTo(SettleOutcome.LEASE_LOST);
  }

  @Test
  void aLeaseOfAnotherQueueIsRefused() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();
    TestQueue other = queue("others");
    other.schedule(Jobs.job("a"));
    other.claimOne();

    assertThat(other.ack(job)).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.ack(job)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void aBatchIsSettledItemByItemInOrder() {
    queue.schedule(Jobs.jobs("j", 3));
    List<ClaimedJob> jobs = queue.claim(3);

    assertThat(
            queue.settle(
                List.of(
                    new Settlement.Ack(jobs.get(0).lease()),
                    new Settlement.Ack(jobs.get(0).lease()),
                    new Settlement.Bury(jobs.get(1).lease(), null, "no"),
                    new Settlement.Release(jobs.get(2).lease()))))
        .extracting(SettleResult::outcome)
        .containsExactly(
            SettleOutcome.ACKED,
            SettleOutcome.LEASE_LOST,
            SettleOutcome.DEAD,
            SettleOutcome.RELEASED);
  }

  @Test
  void anExtendedLeaseLastsFromNowOnAndNeverShorterThanItDid() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();
    advance(Duration.ofSeconds(10));

    assertThat(queue.extend(job, Duration.ofSeconds(60)).untilMillis()).isEqualTo(now() + 60_000);
    assertThat(queue.extend(job, Duration.ofSeconds(1)).untilMillis()).isEqualTo(now() + 60_000);
    advance(Duration.ofMillis(59_999));
    assertThat(queue.claim(1)).isEmpty();
    assertThat(queue.ack(job)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void anExtensionTellsThatTheJobWasCancelled() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();
    assertThat(queue.extend(job, TestQueue.LEASE).cancelRequested()).isFalse();

    queue.cancel("a");

    assertThat(queue.extend(job, TestQueue.LEASE).cancelRequested()).isTrue();
  }

  @Test
  void aBuriedJobKeepsPayloadAndReason() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();

    queue.settle(new Settlement.Bury(job.lease(), 9L, "no such order"));

    JobView dead = queue.get("a");
    assertThat(dead.end()).isEqualTo(new JobView.End(now(), JobView.End.BURIED, "no such order"));
    assertThat(dead.traits().priority()).isEqualTo(9);
    assertThat(Jobs.text(dead.body())).isEqualTo("a");
    assertThat(dead.history())
        .containsExactly(
            new AttemptRecord(1, now(), now(), AttemptRecord.Outcome.BURIED, "no such order"));
  }

  @Test
  void aRetryMayChangeThePriority() {
    queue.schedule(Jobs.jobAt("a", now()).priority(5));
    queue.settle(new Settlement.Retry(queue.claimOne().lease(), 0L, 20L, "later"));
    queue.schedule(Jobs.jobAt("b", now()).priority(10));

    assertThat(queue.run(2)).containsExactly("b", "a");
  }

  @Test
  void aRequestForRetentionKeepsTheJobAfterItsEnd() {
    queue.schedule(Jobs.job("a").retention(Duration.ofMinutes(10)));
    queue.schedule(Jobs.job("b", Duration.ofHours(1)).retention(Duration.ofMinutes(5)));
    queue.ack(queue.claimOne());
    queue.cancel("b");

    assertThat(queue.state("a")).isEqualTo(JobState.DONE);
    assertThat(queue.state("b")).isEqualTo(JobState.CANCELLED);
    advance(Duration.ofMinutes(5));
    assertThat(queue.find("b")).isEmpty();
    assertThat(queue.get("a").end())
        .isEqualTo(new JobView.End(now() - 300_000, JobView.End.DONE, ""));
    advance(Duration.ofMinutes(5));
    assertThat(queue.find("a")).isEmpty();
  }
}
