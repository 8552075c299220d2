package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.Redrive;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.BulkChange.Step;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Redrives of a task: in parts, and with what becomes of their jobs. */
public abstract class RedriveContract extends Contract {
  private static final Selection DEAD = Selection.ALL.in(JobState.DEAD);

  @Test
  void aStepRedrivesNoMoreThanTheTaskMayHoweverOftenItIsRepeated() {
    deadJobs(10);

    redrive("t", 3);
    Step again = step("t", 3, null);

    assertThat(again.changed()).isZero();
    assertThat(again.redriven()).isEqualTo(new RedriveCounts(3, 0, 0));
    assertThat(again.cursor()).isNotNull();
    assertThat(queue.counts().dead()).isEqualTo(7);
    redrive("t", 5);
    assertThat(queue.counts().dead()).isEqualTo(5);
    assertThat(queue.counts().ready()).isEqualTo(5);
    redrive("other", 1);
    assertThat(outcome("other")).isEqualTo(new RedriveCounts(1, 0, 0));
    assertThat(outcome("t")).isEqualTo(new RedriveCounts(5, 0, 0));
  }

  @Test
  void theStepsReachEveryJobAndThenEnd() {
    deadJobs(25);
    int redriven = 0;
    int steps = 0;
    String cursor = null;
    do {
      Step step = step("t", redriven + 4, cursor);
      redriven += step.changed();
      cursor = step.cursor();
      steps++;
    } while (cursor != null && steps < 100);

    assertThat(redriven).isEqualTo(25);
    assertThat(cursor).isNull();
    assertThat(queue.counts().dead()).isZero();
    assertThat(queue.run(100)).hasSize(25);
  }

  @Test
  void aFilterIsObeyed() {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      jobs.add(Jobs.job("j%02d".formatted(i)).tags(List.of(i % 4 == 0 ? "a" : "b")).build());
    }
    queue.schedule(jobs);
    claimed(40).forEach(queue::bury);
    Redrive redrive = new Redrive(0, "t", 7);

    String cursor = null;
    do {
      Selection tagged = DEAD.tagged("a");
      cursor = Answers.of(engine().change(queue.name(), tagged, redrive, cursor, 1_000)).cursor();
    } while (cursor != null && outcome("t").jobs() < 7);

    assertThat(queue.list(Selection.WAITING)).hasSize(7);
    assertThat(queue.list(Selection.WAITING)).allMatch(job -> job.traits().tags().contains("a"));
  }

  @Test
  void theFirstAttemptOfEachJobIsCountedOnce() {
    deadJobs(12);
    redrive("t", 10);
    List<ClaimedJob> jobs = claimed(7);

    queue.ack(jobs.get(0));
    queue.ack(jobs.get(1));
    queue.retry(jobs.get(2), Duration.ZERO);
    queue.bury(jobs.get(3));
    queue.release(jobs.get(4));
    assertThat(outcome("t")).isEqualTo(new RedriveCounts(10, 2, 2));

    // The second attempt of the job that failed is not counted, the first after the release is.
    queue.claimById(jobs.get(2).lease().id(), jobs.get(4).lease().id()).forEach(queue::ack);
    advance(TestQueue.LEASE);
    maintain();
    RedriveCounts ended = outcome("t");
    assertThat(ended.jobs()).isEqualTo(10);
    assertThat(ended.failed()).as("two leases were lost").isEqualTo(4);
    queue.run(100);
    assertThat(outcome("t").underWay()).isZero();
    assertThat(outcome("t").succeeded()).isEqualTo(6);
  }

  @Test
  void aJobThatEndsWithoutAnAttemptCountsAsFailed() {
    queue.schedule(
        List.of(
            Jobs.job("c").build(),
            Jobs.job("r").build(),
            Jobs.job("x").build(),
            Jobs.job("s").build()));
    claimed(4).forEach(queue::bury);
    redrive("t", 10);

    queue.cancel("c");
    queue.schedule(Jobs.job("r").onConflict(OnConflict.REPLACE));
    queue.update("x", change -> change.expiresAfter(Duration.ofSeconds(1), Expiry.Action.BURY));
    advance(Duration.ofSeconds(2));
    queue.claimById("s").forEach(queue::ack);
    queue.claim(10);

    assertThat(outcome("t")).isEqualTo(new RedriveCounts(4, 1, 3));
  }

  @Test
  void whatHasNoRoomWaitsAndIsNotPassedOver() {
    deadJobs(6);
    queue.configure(settings -> settings.maxWaiting(4));

    Step full = redrive("t", 100);
    assertThat(full.refused()).isEqualTo(1);
    assertThat(full.cursor()).isNotNull();
    long waiting = queue.counts().ready();
    Step stillFull = step("t", 100, full.cursor());
    assertThat(stillFull.changed()).isZero();
    assertThat(queue.counts().ready()).isEqualTo(waiting).isLessThanOrEqualTo(4);
    String cursor = stillFull.cursor();
    for (int i = 0; i < 20 && cursor != null; i++) {
      queue.run(10);
      cursor = step("t", 100, cursor).cursor();
    }

    assertThat(cursor).isNull();
    assertThat(queue.counts().dead()).isZero();
    assertThat(outcome("t").jobs()).isEqualTo(6);
  }

  @Test
  void aTaskThatIsForgottenIsCountedNoMore() {
    deadJobs(3);
    redrive("t", 2);
    step("t", Redrive.FORGET, null);

    queue.run(10);

    assertThat(outcome("t")).isEqualTo(RedriveCounts.NONE);
    assertThat(queue.counts().dead()).isEqualTo(1);
  }

  @Test
  void aTaskIsForgottenThoughManyLeasesAreLost() {
    deadJobs(1);
    redrive("t", 1);
    queue.schedule(Jobs.jobs("lost", 1_000));
    claimed(1_000);
    advance(TestQueue.LEASE);

    step("t", Redrive.FORGET, null);

    maintain();
    assertThat(outcome("t")).isEqualTo(RedriveCounts.NONE);
  }

  @Test
  void aJobThatKeepsItsEndIsCountedToo() {
    queue.configure(settings -> settings.retention(Duration.ofHours(1)));
    deadJobs(2);
    redrive("t", 2);

    queue.claimById("j0").forEach(queue::ack);
    queue.claimById("j1");
    queue.cancel("j1");
    advance(TestQueue.LEASE);
    maintain();

    assertThat(outcome("t")).isEqualTo(new RedriveCounts(2, 1, 1));
  }

  private void deadJobs(int count) {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(Jobs.job("j" + i).build());
    }
    queue.schedule(jobs);
    claimed(count).forEach(queue::bury);
  }

  private List<ClaimedJob> claimed(int count) {
    List<ClaimedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 20 && jobs.size() < count; i++) {
      jobs.addAll(queue.claim(count - jobs.size()));
    }
    assertThat(jobs).hasSize(count);
    return jobs;
  }

  /** Makes steps until so many jobs are redriven, or there is no room. */
  private Step redrive(String task, long upTo) {
    Step step = step(task, upTo, null);
    while (step.cursor() != null
        && step.refused() == 0
        && Objects.requireNonNull(step.redriven()).jobs() < upTo) {
      step = step(task, upTo, step.cursor());
    }
    return step;
  }

  private RedriveCounts outcome(String task) {
    return Objects.requireNonNull(step(task, 0, null).redriven());
  }

  private Step step(String task, long upTo, @Nullable String cursor) {
    BulkChange redrive = new Redrive(0, task, upTo);
    return Answers.of(engine().change(queue.name(), DEAD, redrive, cursor, 1_000));
  }
}
