package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** New values for waiting and dead jobs, which stay in their places. */
public abstract class UpdateContract extends Contract {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Selection DEAD = Selection.ALL.in(JobState.DEAD);

  private static JobBody body(String text) {
    return new JobBody(Jobs.text(text).payload(), "text/plain", Map.of("not", "used"));
  }

  private UpdateOutcome corrected(String id) {
    return queue.update(id, change -> change.payload(body("corrected"))).outcome();
  }

  private void dead(JobSpec.Builder job) {
    queue.bury(queue.begin(job));
  }

  @Test
  void aDeadJobIsCorrectedAndRunsWithTheNewPayloadAndItsHistory() {
    queue.schedule(Jobs.everything("a", DueTime.after(0)));
    ClaimedJob first = queue.claimOne();
    queue.settle(new Settlement(first.lease(), new SettleRequest.Bury(null, true, "wrong")));
    JobView before = queue.get("a");

    assertThat(corrected("a")).isEqualTo(UpdateOutcome.UPDATED);
    JobView after = queue.get("a");
    assertThat(after.body().contentType()).isEqualTo("text/plain");
    assertThat(after.body().headers()).isEqualTo(before.body().headers());
    assertThat(after)
        .usingRecursiveComparison()
        .ignoringFields("body.payload", "body.contentType")
        .isEqualTo(before);

    assertThat(queue.change(DEAD, new BulkChange.Redrive(0))).isEqualTo(1);
    ClaimedJob again = queue.claimOne();
    assertThat(Jobs.text(again.body())).isEqualTo("corrected");
    assertThat(again.run().mayHaveArrived()).isTrue();
    assertThat(again.lease().fence()).isGreaterThan(first.lease().fence());
    assertThat(queue.get("a").history()).extracting(AttemptRecord::error).containsExactly("wrong");
    assertThat(queue.counts().dead()).isZero();
  }

  @Test
  void everyValueOfAWaitingJobChangesWithoutMovingIt() {
    queue.schedule(Jobs.everything("a", DueTime.after(60_000)));
    JobView before = queue.get("a");

    Updated answer =
        queue.update(
            "a",
            change ->
                change
                    .payload(body("new"))
                    .headers(Map.of("x", "1", "y", ""))
                    .priority(3)
                    .addTag("asia")
                    .removeTag("eu")
                    .retry(RetryPolicy.fixed(9, MINUTE))
                    .expiresAfter(HOUR, Expiry.Action.BURY));

    assertThat(answer.outcome()).isEqualTo(UpdateOutcome.UPDATED);
    assertThat(answer.id()).isEqualTo("a");
    JobView after = queue.get("a");
    assertThat(after.times()).isEqualTo(before.times());
    assertThat(after.state()).isEqualTo(JobState.DELAYED);
    assertThat(Jobs.text(after.body())).isEqualTo("new");
    assertThat(after.body().headers()).isEqualTo(Map.of("x", "1", "y", ""));
    assertThat(after.traits())
        .isEqualTo(new JobView.Traits(3, List.of("asia", "vip"), 0, 9, 0, false));
    assertThat(queue.ids(Selection.ALL.tagged("asia"))).containsExactly("a");
    assertThat(queue.ids(Selection.ALL.tagged("eu"))).isEmpty();
    advance(Duration.ofHours(2));
    assertThat(queue.claim(1)).isEmpty();
    maintain();
    assertThat(queue.get("a").end())
        .as("buried, where the old expiry would have dropped it later")
        .isEqualTo(new JobView.End(now(), JobView.End.EXPIRED, "expired before it ran"));
  }

  @Test
  void whatAChangeDoesNotNameStays() {
    queue.schedule(Jobs.everything("a", DueTime.after(60_000)));
    queue.schedule(Jobs.job("plain", MINUTE));
    JobView before = queue.get("a");
    JobView plain = queue.get("plain");

    queue.update("a", change -> change.priority(8));
    queue.update("plain", change -> change.addTag("t"));
    queue.update("plain", change -> change.removeTag("t").removeTag("missing"));

    assertThat(queue.get("a"))
        .usingRecursiveComparison()
        .ignoringFields("traits.priority")
        .isEqualTo(before);
    assertThat(queue.get("a").traits().priority()).isEqualTo(8);
    assertThat(queue.get("plain")).usingRecursiveComparison().isEqualTo(plain);
    queue.update("a", change -> change.headers(Map.of()));
    assertThat(queue.get("a").body().payload()).isEqualTo(before.body().payload());
    assertThat(queue.get("a").body().contentType()).isEqualTo(before.body().contentType());
    assertThat(queue.get("a").body().headers()).isEmpty();
  }

  @Test
  void theOrderOfClaimingFollowsANewPriority() {
    queue.schedule(Jobs.jobs("j", 4));
    queue.schedule(Jobs.job("later", MINUTE));

    queue.update("j0002", change -> change.priority(1));
    queue.update("later", change -> change.priority(0));
    queue.update("j0000", change -> change.priority(5_000));
    assertThat(queue.run(2)).containsExactly("j0002", "j0001");
    queue.update("j0003", change -> change.priority(6_000));
    advance(MINUTE);
    assertThat(queue.run(5)).containsExactly("later", "j0000", "j0003");
  }

  @Test
  void aPriorityGivenByARetryIsReplaced() {
    ClaimedJob job = queue.begin(Jobs.job("a").priority(5));
    queue.settle(new Settlement(job.lease(), new SettleRequest.Retry(0L, 9L, "again")));
    JobView before = queue.get("a");

    queue.update("a", change -> change.priority(2));

    assertThat(queue.get("a").traits().priority()).isEqualTo(2);
    assertThat(queue.get("a").traits().attempt()).isEqualTo(1);
    assertThat(queue.get("a").history()).isEqualTo(before.history());
    assertThat(queue.claimOne().priority()).isEqualTo(2);
  }

  @Test
  void withFewerTriesThanWereUsedOneRemains() {
    queue.begin(Jobs.job("a").retry(RetryPolicy.fixed(9, Duration.ofMillis(1))));
    queue.settle(List.of());
    for (int i = 0; i < 4; i++) {
      advance(TestQueue.LEASE.plusSeconds(1));
      queue.claimById("a");
    }
    advance(TestQueue.LEASE.plusSeconds(1));

    assertThat(queue.update("a", change -> change.retry(RetryPolicy.fixed(2, HOUR))).outcome())
        .isEqualTo(UpdateOutcome.UPDATED);
    assertThat(queue.get("a").traits().attempt()).isEqualTo(5);
    assertThat(queue.get("a").traits().maxAttempts()).isEqualTo(2);
    ClaimedJob last = queue.claimOne();
    assertThat(last.run().attempt()).isEqualTo(6);
    assertThat(queue.retry(last).outcome()).isEqualTo(SettleOutcome.DEAD);
  }

  @Test
  void aJobThatRunsAndItsSuccessorStay() {
    ClaimedJob job = queue.begin("a");
    queue.schedule(Jobs.job("a").body(Jobs.text("next")).onConflict(OnConflict.REPLACE));

    assertThat(corrected("a")).isEqualTo(UpdateOutcome.RUNNING);
    queue.ack(job);
    assertThat(Jobs.text(queue.claimOne().body())).isEqualTo("next");
  }

  @Test
  void aDeadJobStaysWhereOnlyAWaitingOneIsMeant() {
    dead(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));

    assertThat(queue.update("a", change -> change.priority(1).onlyWaiting()).outcome())
        .isEqualTo(UpdateOutcome.DEAD);
    assertThat(queue.update("b", change -> change.priority(1).onlyWaiting()).outcome())
        .isEqualTo(UpdateOutcome.UPDATED);
    assertThat(queue.get("a").traits().priority()).isEqualTo(1024);
  }

  @Test
  void aRepeatedRequestStillGetsItsFirstAnswer() {
    queue.schedule(Jobs.job("a", HOUR).nonce(5));
    corrected("a");

    assertThat(
            queue.schedule(Jobs.job("a", MINUTE).nonce(5).onConflict(OnConflict.REPLACE)).outcome())
        .isEqualTo(ScheduleOutcome.CREATED);
    assertThat(Jobs.text(queue.get("a").body())).isEqualTo("corrected");
  }

  @Test
  void anExpiryCanBeRemovedAndOneThatHasPassedIsRefused() {
    queue.schedule(Jobs.job("a", MINUTE).expiry(new Expiry.After(MINUTE, Expiry.Action.DROP)));
    Instant past = Instant.ofEpochMilli(now() - 1);

    Updated late =
        queue.update("a", change -> change.priority(1).expiresAt(past, Expiry.Action.BURY));
    assertThat(late.outcome()).isEqualTo(UpdateOutcome.REFUSED);
    assertThat(late.refusal())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("expiresAt is '" + past)
        .hasMessageContaining("after the store's now");
    assertThat(queue.get("a").traits().priority()).isEqualTo(1024);
    queue.update("a", JobChange::withoutExpiry);
    advance(HOUR);
    assertThat(
            queue.update("a", change -> change.expiresAfter(MINUTE, Expiry.Action.DROP)).refusal())
        .hasMessageStartingWith("expiresAfter is '1m'");
    maintain();
    assertThat(queue.run(1)).containsExactly("a");
  }

  @Test
  void tagsBeyondSixteenAreRefusedWithThoseOfTheJob() {
    List<String> fifteen = IntStream.range(0, 15).mapToObj(i -> "t" + i).toList();
    queue.schedule(Jobs.job("a", HOUR).tags(fifteen));

    Updated refused = queue.update("a", change -> change.priority(1).addTag("x").addTag("y"));
    assertThat(refused.outcome()).isEqualTo(UpdateOutcome.REFUSED);
    assertThat(refused.refusal())
        .hasMessage("tags is '17 tags with those of the job'; allowed: at most 16");
    assertThat(queue.get("a").traits().tags()).hasSize(15);
    assertThat(queue.get("a").traits().priority()).isEqualTo(1024);
    assertThat(
            queue.update("a", change -> change.addTag("x").addTag("y").removeTag("t0")).outcome())
        .isEqualTo(UpdateOutcome.UPDATED);
    assertThat(queue.update("a", change -> change.tags(List.of("z")).addTag("y")).outcome())
        .isEqualTo(UpdateOutcome.UPDATED);
    assertThat(queue.get("a").traits().tags()).containsExactly("y", "z");
    assertThat(queue.ids(Selection.ALL.tagged("t5"))).isEmpty();
    queue.update("a", change -> change.tags(List.of()));
    assertThat(queue.get("a").traits().tags()).isEmpty();
  }

  @Test
  void theItemsOfABatchAreAnsweredInOrder() {
    queue.schedule(List.of(Jobs.job("a", HOUR).build(), Jobs.job("b", HOUR).build()));
    byte[] large = new byte[engine().capabilities().maxPayloadBytes() + 1];

    List<Updated> answers =
        queue.update(
            Stream.of(
                    new JobUpdate("a", JobChange.<JobBody>none().priority(1)),
                    new JobUpdate("missing", JobChange.<JobBody>none().priority(1)),
                    new JobUpdate("b", JobChange.<JobBody>none().payload(JobBody.of(large))),
                    new JobUpdate("a", JobChange.<JobBody>none().addTag("second")))
                .toList());

    assertThat(answers)
        .extracting(Updated::outcome)
        .containsExactly(
            UpdateOutcome.UPDATED,
            UpdateOutcome.UNKNOWN,
            UpdateOutcome.REFUSED,
            UpdateOutcome.UPDATED);
    assertThat(answers).extracting(Updated::id).containsExactly("a", "missing", "b", "a");
    assertThat(queue.get("a").traits().tags()).containsExactly("second");
    assertThat(Jobs.text(queue.get("b").body())).isEqualTo("b");
    assertThat(queue("never").update("a", change -> change.priority(1)).outcome())
        .isEqualTo(UpdateOutcome.UNKNOWN);
    assertThat(queue.find("missing")).isEmpty();
  }

  @Test
  void updatesSurviveTheEndOfTheStore() {
    assumeTrue(engine().capabilities().durable(), "nothing outlives the process");
    queue.schedule(Jobs.everything("a", DueTime.after(60_000)));
    dead(Jobs.job("b").tags(List.of("old")));
    queue.update("a", change -> change.payload(body("new")).priority(3).addTag("asia"));
    queue.update("b", change -> change.payload(body("new")).tags(List.of("young")));
    queue.update("b", change -> change.headers(Map.of("h", "1")));
    List<JobView> before = Stream.of("a", "b").map(queue::get).toList();

    store.reopen();

    assertThat(Stream.of("a", "b").map(queue::get).toList())
        .usingRecursiveComparison()
        .isEqualTo(before);
    assertThat(queue.ids(Selection.ALL.tagged("young"))).containsExactly("b");
    assertThat(queue.ids(Selection.ALL.tagged("old"))).isEmpty();
    assertThat(queue.ids(Selection.ALL.tagged("asia"))).containsExactly("a");
  }

  @Test
  void manyJobsChangeByAFilter() {
    queue.schedule(
        IntStream.range(0, 250)
            .mapToObj(i -> Jobs.job("w" + i, HOUR).tags(List.of("red")).build())
            .toList());
    queue.schedule(Jobs.job("other", HOUR));
    dead(Jobs.job("d").tags(List.of("red")));
    BulkChange change =
        new BulkChange.Update(
            JobChange.<JobBody>none()
                .priority(2)
                .removeTag("red")
                .addTag("blue")
                .retry(RetryPolicy.fixed(2, MINUTE)));
    Selection red = Selection.ALL.tagged("red");

    assertThat(queue.change(red, new BulkChange.Count(change))).isEqualTo(250);
    assertThat(queue.change(red, change)).isEqualTo(250);
    assertThat(queue.ids(red)).containsExactly("d");
    assertThat(queue.ids(Selection.ALL.tagged("blue"))).hasSize(250);
    assertThat(queue.get("w7").traits().priority()).isEqualTo(2);
    assertThat(queue.get("w7").traits().maxAttempts()).isEqualTo(2);
    assertThat(queue.get("other").traits().priority()).isEqualTo(1024);

    assertThat(queue.change(DEAD.among(List.of("d", "w7")), change)).isEqualTo(1);
    assertThat(queue.get("d").traits().tags()).containsExactly("blue");
    assertThat(queue.state("d")).isEqualTo(JobState.DEAD);
    assertThat(queue.change(Selection.ALL.among(List.of("w1", "d")), change)).isEqualTo(1);
  }

  @Test
  void aFilterChangesNoPayloadAndLeavesJobsWithTooManyTags() {
    List<String> sixteen = IntStream.range(0, 16).mapToObj(i -> "t" + i).toList();
    queue.schedule(Jobs.job("full", HOUR).tags(sixteen));
    queue.schedule(Jobs.job("free", HOUR));

    assertThat(
            queue.change(
                Selection.WAITING,
                new BulkChange.Update(JobChange.<JobBody>none().addTag("x").priority(1))))
        .isEqualTo(1);
    assertThat(queue.get("full").traits().priority()).isEqualTo(1024);
    assertThatThrownBy(() -> new BulkChange.Update(JobChange.<JobBody>none().payload(body("p"))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("payload is");
    assertThatThrownBy(() -> new BulkChange.Update(JobChange.none()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("change is 'nothing'");
  }
}
