package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.QueueSettings;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.link.MeddlingLink;
import io.duetime.redis.fixture.store.RedisFixture;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A batch travels in pieces of 250: what is answered when one of them is not done. */
class PartlyDoneTest {
  private final RetryableException full = new RetryableException(ErrorCode.STORE_FULL, "no room");
  private final RetryableException away =
      new RetryableException(ErrorCode.STORE_UNAVAILABLE, "no server");
  private static final List<JobSpec> MANY = Jobs.jobs("a", 1_200);
  private static final List<String> IDS = MANY.stream().map(JobSpec::id).toList();

  private static final QueueSettings SPLIT = QueueSettings.builder().shards(4).build();

  private MeddlingLink link;
  private final RedisFixture store = new RedisFixture(inner -> link = new MeddlingLink(inner));
  private final TestQueue queue = new TestQueue(store, "orders");

  @BeforeEach
  void openTheQueue() {
    queue.schedule(Jobs.job("first"));
    assertThat(queue.run(1)).containsExactly("first");
  }

  @AfterEach
  void close() {
    store.close();
  }

  private List<Scheduled> scheduleMany() {
    return Answers.of(store.engine().schedule(queue.name(), MANY, Durability.NONE));
  }

  @Test
  void jobsThatWereNotAcceptedAreRefusedAndTheOthersAreNot() {
    link.failNth("schedule", 2, full);

    List<Scheduled> results = scheduleMany();

    assertThat(results.subList(0, 250))
        .allMatch(result -> result.outcome() == ScheduleOutcome.CREATED);
    assertThat(results.subList(250, 1_200))
        .allMatch(result -> result.outcome() == ScheduleOutcome.REFUSED)
        .allMatch(result -> result.refusal() == full);
    assertThat(results).extracting(Scheduled::id).isEqualTo(IDS);
    assertThat(queue.counts().waiting()).isEqualTo(250);
  }

  @Test
  void jobsOfOtherShardsAreClaimedWhereOneIsAway() {
    queue.configure(settings -> settings.shards(4));
    Answers.of(store.engine().schedule(queue.name(), Jobs.jobs("b", 40), Durability.NONE));
    link.failNth("schedule", 1, away);

    List<Scheduled> results = scheduleMany();

    long taken =
        results.stream().filter(result -> result.outcome() == ScheduleOutcome.CREATED).count();
    assertThat(taken).isBetween(1L, 1_199L);
    assertThat(results)
        .filteredOn(result -> result.outcome() != ScheduleOutcome.CREATED)
        .allMatch(result -> result.refusal() == away);
    assertThat(queue.counts().waiting()).isEqualTo(40 + taken);
  }

  @Test
  void aBatchOfWhichNothingWasDoneFailsAsAWhole() {
    link.failNth("schedule", 1, full);

    assertThatThrownBy(this::scheduleMany).isSameAs(full);
    assertThat(queue.counts().waiting()).isZero();
  }

  @Test
  void aBatchOfWhichAPieceMayHaveBeenDoneIsUnknown() {
    link.failNth("schedule", 3, new OutcomeUnknownException("no answer", null));

    assertThatThrownBy(this::scheduleMany).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void changesThatWereNotDoneAreRefusedAndTheOthersAreNot() {
    scheduleMany();
    List<Reschedule> changes =
        IDS.stream()
            .map(id -> new Reschedule(id, DueTime.after(60_000), Reschedule.Condition.ALWAYS))
            .toList();
    link.failNth("reschedule", 2, away);

    List<Rescheduled> results =
        Answers.of(store.engine().reschedule(queue.name(), changes, Durability.NONE));

    assertThat(results.subList(0, 250))
        .allMatch(result -> result.outcome() == RescheduleOutcome.RESCHEDULED);
    assertThat(results.subList(250, 1_200)).allMatch(result -> result.refusal() == away);
    assertThat(queue.counts().delayed()).isEqualTo(250);
  }

  @Test
  void aCancellationThatWasDoneInPartIsUnknownAndCanBeRepeated() {
    scheduleMany();
    link.failNth("cancel", 2, away);

    assertThatThrownBy(this::cancelMany).isInstanceOf(OutcomeUnknownException.class).hasCause(away);
    assertThat(queue.counts().waiting()).isEqualTo(950);
    assertThat(cancelMany())
        .extracting(Cancelled::outcome)
        .contains(CancelOutcome.CANCELLED, CancelOutcome.UNKNOWN);
    assertThat(queue.counts().waiting()).isZero();
  }

  private List<Cancelled> cancelMany() {
    return Answers.of(store.engine().cancel(queue.name(), IDS, Durability.NONE));
  }

  @Test
  void aSettlementThatWasDoneInPartIsUnknownAndOneThatWasNotCanBeRepeated() {
    scheduleMany();
    List<Settlement> acks =
        claim(1_200).jobs().stream()
            .map(ClaimedJob::lease)
            .<Settlement>map(Settlement::ack)
            .toList();

    link.failNth("ack_all", 1, away);
    assertThatThrownBy(() -> settle(acks)).isSameAs(away);
    assertThat(queue.counts().running()).isEqualTo(1_200);
    link.failNth("ack_all", 2, away);
    assertThatThrownBy(() -> settle(acks)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(queue.counts().running()).isEqualTo(950);
    assertThat(settle(acks))
        .extracting(Settled::outcome)
        .contains(SettleOutcome.LEASE_LOST, SettleOutcome.ACKED);
  }

  private List<Settled> settle(List<Settlement> acks) {
    return Answers.of(store.engine().settle(queue.name(), acks, Durability.NONE));
  }

  @Test
  void jobsThatWereClaimedByIdAreAnsweredWhateverFailsBehindThem() {
    scheduleMany();

    link.failNth("claim_by_id", 1, away);
    assertThatThrownBy(this::claimMany).isSameAs(away);
    link.failNth("claim_by_id", 2, away);
    ClaimResult taken = claimMany();

    assertThat(TestQueue.ids(taken.jobs())).isEqualTo(IDS.subList(0, 250));
    assertThat(queue.counts().running()).isEqualTo(250);
  }

  private ClaimResult claimMany() {
    ClaimRequest request = ClaimRequest.of(1_200, TestQueue.LEASE.toMillis());
    return Answers.of(store.engine().claimById(queue.name(), IDS, request));
  }

  @Test
  void claimedJobsAreAnsweredWhenTheOtherShardsCannotBeAsked() {
    queue.schedule(Jobs.job("a"));
    Answers.of(store.another().configure(queue.name(), SPLIT));
    link.failRead(away);

    ClaimResult taken = claim(10);

    assertThat(TestQueue.ids(taken.jobs())).containsExactly("a");
    assertThat(taken.comeBackAtMillis()).isBetween(taken.nowMillis(), taken.nowMillis() + 1_000);
  }

  @Test
  void jobsThatWereClaimedAreAnsweredWhenTheShardsCannotBeAskedForAgain() {
    Answers.of(store.engine().configure(queue.name(), SPLIT));
    queue.schedule(Jobs.job("a"));
    link.failRead(away);

    ClaimResult taken = claim(10);

    assertThat(TestQueue.ids(taken.jobs())).containsExactly("a");
  }

  private ClaimResult claim(int max) {
    ClaimRequest request = ClaimRequest.of(max, TestQueue.LEASE.toMillis());
    return Answers.of(store.engine().claim(queue.name(), request));
  }
}
