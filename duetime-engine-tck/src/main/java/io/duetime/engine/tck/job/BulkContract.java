package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobView;
import io.duetime.engine.LastFailure;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.id.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Changes to many jobs at once: by range, by tag, by reason. */
public abstract class BulkContract extends Contract {
  private static final RetryPolicy ONCE = RetryPolicy.none();
  private static final BulkChange CANCEL = new BulkChange.Cancel();

  @Test
  void aRangeOfTimeIncludesItsFirstMomentAndNotItsLast() {
    long now = now();
    for (int due : new int[] {20, 5, 15, 10}) {
      queue.schedule(Jobs.jobAt("" + due, now + due));
    }
    assertThat(queue.ids(Selection.WAITING)).containsExactly("5", "10", "15", "20");

    assertThat(queue.change(Selection.WAITING.between(now + 5, now + 15), CANCEL)).isEqualTo(2);

    assertThat(queue.ids(Selection.WAITING)).containsExactly("15", "20");
  }

  @Test
  void eachStepIsBoundedAndTheLastHasNoCursor() {
    queue.schedule(Jobs.jobs("j", 25));

    List<BulkChange.Step> steps = queue.changeInSteps(Selection.WAITING, CANCEL, 10, () -> {});

    assertThat(steps).hasSizeBetween(3, 4).allMatch(step -> step.examined() <= 10);
    assertThat(steps.stream().mapToInt(BulkChange.Step::changed).sum()).isEqualTo(25);
  }

  @Test
  void jobsAreMovedTogetherEvenAheadOfTheCursor() {
    queue.schedule(
        IntStream.range(0, 250)
            .mapToObj(i -> Jobs.job("" + i, Duration.ofSeconds(i + 1L)).build())
            .toList());
    long dueAt = now() + 3_600_000;

    assertThat(queue.change(Selection.WAITING, new BulkChange.Move(DueTime.at(dueAt))))
        .isEqualTo(250);

    assertThat(queue.list(Selection.WAITING))
        .hasSize(250)
        .allMatch(job -> job.times().dueAt() == dueAt && job.times().firstDueAt() == dueAt);
  }

  @Test
  void aDelayIsResolvedOnceForAllSteps() {
    queue.schedule(Jobs.jobs("j", 20));
    long dueAt = now() + 60_000;
    BulkChange move = new BulkChange.Move(DueTime.after(60_000));

    queue.changeInSteps(Selection.WAITING, move, 5, () -> advance(Duration.ofMillis(10)));

    assertThat(queue.list(Selection.WAITING)).allMatch(job -> job.times().dueAt() == dueAt);
  }

  @Test
  void aRedrivenJobExpiresNoMore() {
    List<Expiry> expiries =
        List.of(
            new Expiry.After(Duration.ofSeconds(1), Expiry.Action.BURY),
            new Expiry.At(Instant.ofEpochMilli(now() + 1_000), Expiry.Action.BURY));
    for (Expiry expiry : expiries) {
      String id = expiry.getClass().getSimpleName();
      queue.schedule(
          Jobs.job(id).expiry(expiry).nonce(5).priority(7).tags(List.of("red")).retry(ONCE));
    }
    advance(Duration.ofSeconds(1));
    assertThat(queue.claim(10)).isEmpty();
    assertThat(queue.counts().dead()).isEqualTo(2);

    queue.change(Selection.ALL.in(JobState.DEAD), new BulkChange.Redrive(0));
    advance(Duration.ofDays(1));

    for (JobView job : queue.list(Selection.ALL.tagged("red"))) {
      assertThat(job.traits().priority()).isEqualTo(7);
      assertThat(job.traits().maxAttempts()).isEqualTo(1);
      assertThat(Jobs.text(job.body())).isEqualTo(job.id());
    }
    assertThat(queue.run(10)).containsExactly("After", "At");
  }

  @Test
  void whatARedriveCannotPutIntoAFullQueueStaysDead() {
    deadJobs(7);
    queue.configure(settings -> settings.maxWaiting(5));
    queue.schedule(Jobs.job("waiting", Duration.ofHours(1)));

    assertThat(queue.changeInSteps(Selection.ALL, new BulkChange.Redrive(0), 100, () -> {}))
        .containsExactly(new BulkChange.Step(7, 4, 3, null));
    assertThat(queue.counts().dead()).isEqualTo(3);
    assertThat(queue.counts().ready()).isEqualTo(4);
    queue.run(10);
    assertThat(queue.change(Selection.ALL.in(JobState.DEAD), new BulkChange.Redrive(0)))
        .isEqualTo(3);
  }

  @Test
  void aRedriveDoesNotRunAfterWhatDiesAgainBehindIt() {
    deadJobs(20);

    List<BulkChange.Step> steps =
        queue.changeInSteps(
            Selection.ALL,
            new BulkChange.Redrive(0),
            5,
            () -> {
              advance(Duration.ofMillis(1));
              queue.claim(100).forEach(queue::bury);
            });

    assertThat(steps.stream().mapToInt(BulkChange.Step::changed).sum()).isEqualTo(20);
  }

  @Test
  void aChangeReachesEveryJobWhoseLeaseWasLostBeforeIt() {
    queue.schedule(Jobs.jobs("j", 2_500));
    queue.claim(2_500);
    advance(TestQueue.LEASE);

    assertThat(queue.change(Selection.WAITING, CANCEL)).isEqualTo(2_500);

    assertThat(queue.counts().waiting()).isZero();
  }

  @Test
  void redrivenJobsCanBeSpread() {
    deadJobs(100);
    long now = now();

    queue.change(Selection.ALL, new BulkChange.Redrive(60_000));

    List<Long> dueTimes =
        queue.list(Selection.WAITING).stream().map(job -> job.times().dueAt()).toList();
    assertThat(dueTimes).hasSize(100).allMatch(dueAt -> dueAt >= now && dueAt < now + 60_000);
    assertThat(dueTimes.stream().distinct().count()).isGreaterThan(80);
  }

  @Test
  void theDeadCanBeRedrivenByReasonAndByTimeAndPurged() {
    queue.bury(queue.begin(Jobs.jobAt("buried", 1)));
    advance(Duration.ofMinutes(1));
    queue.retry(queue.begin(Jobs.jobAt("exhausted", 1).retry(RetryPolicy.none())));
    long minuteAgo = now() - 60_000;
    Selection dead = Selection.ALL.in(JobState.DEAD);

    assertThat(queue.ids(dead)).containsExactly("buried", "exhausted");
    assertThat(queue.ids(dead.between(0, minuteAgo + 1))).containsExactly("buried");
    assertThat(queue.change(dead.diedOf(JobView.End.EXHAUSTED), new BulkChange.Redrive(0)))
        .isEqualTo(1);
    assertThat(queue.state("exhausted")).isEqualTo(JobState.READY);
    assertThat(queue.change(dead, new BulkChange.Purge())).isEqualTo(1);
    assertThat(queue.find("buried")).isEmpty();
  }

  @Test
  void jobsAreSelectedByTheCauseAndTheTextOfTheirLastFailure() {
    end("one", SettleRequest.bury("label 4711 rejected"));
    end("two", SettleRequest.bury("label 4712 rejected"));
    end("other", SettleRequest.bury("bank is closed (50%)"));
    end("waiting", new SettleRequest.Retry(1_000L, null, "label 4713 rejected"));
    queue.schedule(Jobs.jobAt("new", 1));
    Selection dead = Selection.ALL.in(JobState.DEAD);
    LastFailure label = new LastFailure(null, Fingerprint.of("label 1 rejected"), null);
    LastFailure closed = new LastFailure(JobView.End.BURIED, null, "(50%");

    assertThat(queue.ids(Selection.ALL.failed(label)))
        .containsExactlyInAnyOrder("one", "two", "waiting");
    assertThat(queue.ids(dead.failed(closed))).containsExactly("other");
    assertThat(queue.ids(Selection.ALL.failed(new LastFailure(null, null, "4712"))))
        .containsExactly("two");
    assertThat(queue.ids(dead.failed(new LastFailure(JobView.End.EXHAUSTED, null, "4712"))))
        .isEmpty();
    assertThat(queue.change(Selection.WAITING.failed(label), new BulkChange.Cancel())).isEqualTo(1);
    assertThat(queue.change(dead.failed(label), new BulkChange.Redrive(0))).isEqualTo(2);
    assertThat(queue.change(dead.failed(closed), new BulkChange.Purge())).isEqualTo(1);
    assertThat(queue.ids(Selection.WAITING)).containsExactlyInAnyOrder("one", "two", "new");
  }

  private void end(String id, SettleRequest how) {
    queue.settle(new Settlement(queue.begin(Jobs.jobAt(id, 1)).lease(), how));
  }

  @Test
  void aJobThatDiedOfItsExpiryHasThatForItsCause() {
    queue.schedule(
        Jobs.jobAt("late", 1).expiry(new Expiry.After(Duration.ofMillis(2), Expiry.Action.BURY)));
    advance(Duration.ofSeconds(1));
    assertThat(queue.claim(1)).isEmpty();
    Selection expired =
        Selection.ALL.in(JobState.DEAD).failed(new LastFailure(null, Fingerprint.EXPIRED, null));

    assertThat(queue.ids(expired)).containsExactly("late");
    assertThat(queue.change(expired, new BulkChange.Purge())).isEqualTo(1);
  }

  @Test
  void theDeadAreRedrivenAndPurgedByTheirIdsInBoundedSteps() {
    deadJobs(300);
    List<String> named =
        IntStream.range(0, 300)
            .mapToObj("j%04d"::formatted)
            .filter(id -> !id.endsWith("9"))
            .toList();
    Selection dead = Selection.ALL.in(JobState.DEAD);

    assertThat(queue.change(dead.among(named), new BulkChange.Count(new BulkChange.Purge())))
        .isEqualTo(270);
    assertThat(queue.change(dead.among(named), new BulkChange.Redrive(0))).isEqualTo(270);
    assertThat(queue.counts().ready()).isEqualTo(270);
    assertThat(queue.ids(Selection.ALL.among(List.of("j0009", "j0001", "unknown"))))
        .containsExactly("j0001", "j0009");
    assertThat(queue.change(dead.among(List.of("j0009", "j0001")), new BulkChange.Purge()))
        .isEqualTo(1);
    assertThat(queue.change(dead.among(List.of()), new BulkChange.Purge())).isZero();
    assertThat(queue.counts().dead()).isEqualTo(29);
  }

  @Test
  void noMoreIdsThanTheLimitCanBeNamed() {
    List<String> tooMany = IntStream.rangeClosed(0, 10_000).mapToObj(i -> "" + i).toList();

    assertThatThrownBy(() -> Selection.ALL.among(tooMany))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("at most 10000");
  }

  @Test
  void aChangeOfWhatItCannotTouchIsRefused() {
    Selection running = Selection.ALL.in(JobState.RUNNING);

    queue.schedule(Jobs.job("a"));

    assertThatThrownBy(() -> queue.change(running, CANCEL))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> queue.change(Selection.WAITING, new BulkChange.Purge()))
        .isInstanceOf(InvalidRequestException.class);
  }

  private void deadJobs(int count) {
    queue.schedule(Jobs.jobs("j", count));
    queue.claim(count).forEach(queue::bury);
  }
}
