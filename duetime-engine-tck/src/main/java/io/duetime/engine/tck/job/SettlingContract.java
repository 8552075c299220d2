package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.JobState;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ends of leases, and how little a lease that is over can do. */
public abstract class SettlingContract extends Contract {
  @Test
  void aBatchIsSettledItemByItemInOrderAndALeaseThatIsNamedTwiceCountsOnce() {
    queue.schedule(Jobs.jobs("j", 4));
    queue.schedule(Jobs.job("kept").retention(Duration.ofHours(1)));
    Settlement kept = Settlement.ack(queue.claimById("kept").get(0).lease());
    List<ClaimedJob> jobs = queue.claim(4);
    Settlement ack = Settlement.ack(jobs.get(0).lease());
    Settlement bury = new Settlement(jobs.get(1).lease(), new SettleRequest.Bury(null, "no"));
    Settlement release = Settlement.release(jobs.get(2).lease());

    assertThat(queue.settle(List.of(ack, ack, kept, bury, release, kept)))
        .extracting(Settled::outcome)
        .containsExactly(
            SettleOutcome.ACKED,
            SettleOutcome.LEASE_LOST,
            SettleOutcome.ACKED,
            SettleOutcome.DEAD,
            SettleOutcome.RELEASED,
            SettleOutcome.LEASE_LOST);

    assertThat(queue.events().acked()).isEqualTo(2);
    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 1, 1, 1, 1, 0, 0));
  }

  @Test
  @SuppressWarnings("NullAway") // each of the ids has a lease
  void theMessageOfAnAckIsKeptWithAJobThatIsRemembered() {
    for (String id : List.of("a", "b", "c", "d", "e")) {
      queue.schedule(Jobs.job(id).retention(Duration.ofHours(1)));
    }
    queue.schedule(Jobs.job("forgotten"));
    String tooLong = "x".repeat(3_000);
    LeaseToken d = claimed("d");

    queue.settle(
        List.of(
            new Settlement(claimed("a"), new SettleRequest.Ack("topic a")),
            new Settlement(claimed("b"), new SettleRequest.Ack("topic a")),
            Settlement.ack(claimed("c")),
            new Settlement(claimed("forgotten"), new SettleRequest.Ack("topic b"))));
    queue.settle(
        List.of(
            new Settlement(d, new SettleRequest.Extend(1_000)),
            new Settlement(d, new SettleRequest.Ack("topic \u00e9")),
            new Settlement(claimed("e"), new SettleRequest.Ack(tooLong))));

    assertThat(queue.get("a").end()).isEqualTo(new JobView.End(now(), "DONE", "topic a"));
    assertThat(queue.get("b").end()).isEqualTo(new JobView.End(now(), "DONE", "topic a"));
    assertThat(queue.get("c").end()).isEqualTo(new JobView.End(now(), "DONE", ""));
    assertThat(queue.get("d").end()).isEqualTo(new JobView.End(now(), "DONE", "topic \u00e9"));
    assertThat(queue.get("e").end())
        .isEqualTo(new JobView.End(now(), "DONE", tooLong.substring(0, 1_999) + "\u2026"));
    assertThat(queue.find("forgotten")).isEmpty();
    assertThat(queue.explain("a").details()).containsEntry("message", "topic a");
  }

  private LeaseToken claimed(String id) {
    return queue.claimById(id).get(0).lease();
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
  void theFirstOfTwoConsumersIsRefusedOnceTheSecondRunsTheJob() {
    ClaimedJob first = queue.begin("a");
    advance(TestQueue.LEASE);
    assertThat(queue.claim(1)).isEmpty();
    advance(Duration.ofHours(1));
    ClaimedJob second = queue.claimOne();

    assertThat(second.lease().fence()).isGreaterThan(first.lease().fence());
    Counts.Events events = queue.events();
    assertThat(queue.ack(first)).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.retry(first).outcome()).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.bury(first)).isEqualTo(SettleOutcome.LEASE_LOST);
    SettleRequest late = new SettleRequest.Retry(0L, 1L, "late");
    assertThat(queue.settle(new Settlement(first.lease(), late)).outcome())
        .isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.get("a").traits().priority()).isEqualTo(second.priority());
    assertThat(queue.events()).isEqualTo(events);
    assertThat(queue.ack(second)).isEqualTo(SettleOutcome.ACKED);
    assertThat(queue.ack(second)).isEqualTo(SettleOutcome.LEASE_LOST);
  }

  @Test
  void aLeaseOfAnotherQueueIsRefused() {
    ClaimedJob job = queue.begin("a");
    TestQueue other = queue("others");
    other.begin("a");

    assertThat(other.ack(job)).isEqualTo(SettleOutcome.LEASE_LOST);
    assertThat(queue.ack(job)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void anExtendedLeaseLastsFromNowOnAndNeverShorterThanItDid() {
    ClaimedJob job = queue.begin("a");
    advance(Duration.ofSeconds(10));

    assertThat(Answers.millis(queue.extend(job, Duration.ofSeconds(60)).until()))
        .isEqualTo(now() + 60_000);
    assertThat(Answers.millis(queue.extend(job, Duration.ofSeconds(1)).until()))
        .isEqualTo(now() + 60_000);
    advance(Duration.ofMillis(59_999));
    assertThat(queue.claim(1)).isEmpty();
    assertThat(queue.ack(job)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void anExtensionCarriesANoteThatEndsWithTheAttempt() {
    ClaimedJob job = queue.begin("a");
    advance(Duration.ofSeconds(1));
    assertThat(note("a")).isNull();

    extend(job, 60_000, "412 of 1,000");
    JobView.Note first = new JobView.Note("412 of 1,000", now());
    advance(Duration.ofSeconds(1));
    queue.extend(job, Duration.ofSeconds(60));
    queue.cancel("a");
    assertThat(note("a")).isEqualTo(first);
    extend(job, 1, "\u00e9".repeat(100));
    assertThat(note("a")).isEqualTo(new JobView.Note("\u00e9".repeat(100), now()));
    assertThat(queue.get("a").lease()).extracting("untilMillis").isEqualTo(now() + 60_000);

    ClaimedJob other = queue.begin("b");
    extend(other, 1_000, "half");
    assertThat(note("b")).isEqualTo(new JobView.Note("half", now()));
    queue.release(other);
    assertThat(queue.get("b").lease()).isNull();
    assertThat(queue.claimOne().lease().id()).isEqualTo("b");
    assertThat(note("b")).isNull();
    assertThat(queue.ack(job)).isEqualTo(SettleOutcome.ACKED);
    extend(other, 1_000, "too late");
    assertThat(note("b")).isNull();
  }

  private void extend(ClaimedJob job, long millis, String note) {
    queue.settle(new Settlement(job.lease(), new SettleRequest.Extend(millis, note)));
  }

  private JobView.@Nullable Note note(String id) {
    JobView.LeaseView lease = queue.get(id).lease();
    return lease == null ? null : lease.note();
  }

  @Test
  void aBuriedJobKeepsPayloadAndReason() {
    ClaimedJob job = queue.begin("a");

    queue.settle(new Settlement(job.lease(), new SettleRequest.Bury(9L, "no such order")));

    JobView dead = queue.get("a");
    assertThat(dead.end()).isEqualTo(new JobView.End(now(), JobView.End.BURIED, "no such order"));
    assertThat(dead.traits().priority()).isEqualTo(9);
    assertThat(Jobs.text(dead.body())).isEqualTo("a");
    assertThat(dead.history())
        .containsExactly(
            new AttemptRecord(1, now(), now(), AttemptRecord.Outcome.BURIED, "no such order"));
  }

  @Test
  void aRequestForRetentionKeepsTheJobAfterItsEnd() {
    queue.schedule(Jobs.job("a").retention(Duration.ofMinutes(10)));
    queue.ack(queue.begin(Jobs.job("b", Duration.ofHours(1)).retention(Duration.ofMinutes(5))));
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
