package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of jobs of any number of priorities. */
public abstract class PriorityContract extends Contract {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long SEED = 20_261_125;

  private final Random random = new Random(SEED);

  @ParameterizedTest
  @ValueSource(ints = {0, 40})
  void anUrgentJobIsFirstWhateverPrioritiesTheOthersAndDelayedJobsHave(int delayed) {
    for (int i = 0; i < delayed; i++) {
      queue.schedule(Jobs.job("delayed" + i, HOUR).priority(2_000 + i));
    }
    scheduleManyPriorities();

    assertThat(queue.claimOne().lease().id()).isEqualTo("urgent");
    assertThat(TestQueue.ids(queue.claim(500))).allMatch(id -> id.startsWith("usual"));
    assertThat(queue.claim(100)).extracting(ClaimedJob::priority).hasSize(15).isSorted();
  }

  private void scheduleManyPriorities() {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 1; i <= 15; i++) {
      jobs.add(Jobs.job("later" + i).priority(1_000 + i).build());
    }
    for (int i = 0; i < 500; i++) {
      jobs.add(Jobs.job("usual" + i).priority(1_000).build());
    }
    queue.schedule(jobs);
    queue.schedule(Jobs.job("urgent").priority(0));
  }

  @Test
  void eachShardGivesItsJobsByPriorityDueTimeAndId() {
    long now = now();
    queue.schedule(randomJobs("j", 200, now + 60_000));
    advance(Duration.ofSeconds(30));
    queue.schedule(randomJobs("more", 200, now + 60_000));
    advance(Duration.ofSeconds(31));

    for (ShardId shard : Answers.of(engine().shards(queue.name()))) {
      ClaimRequest request = ClaimRequest.of(1_000, 30_000).from(shard);
      assertThat(queue.claim(request).jobs())
          .isSortedAccordingTo(
              Comparator.comparingLong(ClaimedJob::priority)
                  .thenComparingLong(job -> job.times().dueAt())
                  .thenComparing(job -> job.lease().id()));
    }
    assertThat(queue.counts().running()).isEqualTo(400);
  }

  private List<JobSpec> randomJobs(String prefix, int count, long lastDueAt) {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long dueAt = lastDueAt - random.nextInt(60) * 1_000L;
      jobs.add(
          Jobs.jobAt(prefix + i, dueAt).priority(random.nextLong(Limits.MAX_PRIORITY)).build());
    }
    return jobs;
  }

  @Test
  void anUrgentJobThatComesBehindABacklogOfOnePriorityIsFirst() {
    queue.schedule(Jobs.jobs("backlog", 5_000));
    advance(Duration.ofSeconds(1));
    queue.schedule(Jobs.job("urgent").priority(0));

    assertThat(queue.claimOne().lease().id()).isEqualTo("urgent");
  }

  @Test
  void onlyATenthOfACrowdThatBecameDueAtOnceGoesBeforeAnUrgentJob() {
    scheduleCrowd();
    advance(HOUR);

    assertThat(jobsBefore("urgent")).isLessThanOrEqualTo(300);
  }

  @Test
  void maintenanceOrdersACrowdThatBecameDueWhileNoOneClaims() {
    scheduleCrowd();
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    advance(HOUR);
    maintain();
    queue.configure(settings -> settings.pausedUntilMillis(0));

    assertThat(queue.claimOne().lease().id()).isEqualTo("urgent");
  }

  private void scheduleCrowd() {
    long dueAt = now() + HOUR.toMillis();
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      jobs.add(Jobs.jobAt("crowd" + i, dueAt).priority(5).build());
    }
    jobs.add(Jobs.jobAt("urgent", dueAt).priority(4).build());
    queue.schedule(jobs);
  }

  private int jobsBefore(String id) {
    int before = 0;
    while (true) {
      List<String> ids = TestQueue.ids(queue.claim(10));
      if (ids.contains(id)) {
        return before + ids.indexOf(id);
      }
      assertThat(ids).isNotEmpty();
      before += ids.size();
    }
  }

  @Test
  void aClaimAheadTakesWhatIsDueByPriorityAndThenTheRestByDueTime() {
    long now = now();
    queue.schedule(Jobs.jobAt("due-last", now - 5).priority(9));
    queue.schedule(Jobs.jobAt("due-first", now).priority(8));
    queue.schedule(Jobs.jobAt("soon", now + 5_000).priority(7));
    queue.schedule(Jobs.jobAt("later", now + 6_000).priority(1));
    queue.schedule(Jobs.jobAt("too-late", now + 60_000).priority(0));

    ClaimRequest ahead = ClaimRequest.of(10, 30_000).dueBefore(now + 60_000);

    assertThat(TestQueue.ids(queue.claim(ahead).jobs()))
        .containsExactly("due-first", "due-last", "soon", "later");
    assertThat(queue.counts().delayed()).isEqualTo(1);
  }

  @Test
  void aMomentInThePastNarrowsAClaimOfSeveralPriorities() {
    long now = now();
    queue.schedule(Jobs.jobAt("new", now - 10).priority(1));
    queue.schedule(Jobs.jobAt("old", now - 100).priority(2));
    queue.schedule(Jobs.jobAt("older", now - 200).priority(3));

    ClaimRequest request = ClaimRequest.of(10, 30_000).dueBefore(now - 10);

    assertThat(TestQueue.ids(queue.claim(request).jobs())).containsExactly("old", "older");
    assertThat(queue.run(10)).containsExactly("new");
  }

  @Test
  void whatChangesThePlaceOfAJobChangesItInTheOrder() {
    long now = now();
    for (String id : List.of("replaced", "moved", "put-off", "cancelled", "claimed", "stays")) {
      queue.schedule(Jobs.jobAt(id, now).priority(5));
    }
    queue.schedule(Jobs.job("brought", HOUR).priority(1));
    queue.schedule(Jobs.jobAt("retried", now - 1).priority(5));
    ClaimedJob retried = queue.claimById("retried").get(0);

    queue.schedule(Jobs.jobAt("replaced", now).priority(2).onConflict(OnConflict.REPLACE));
    queue.reschedule("moved", DueTime.at(now - 100));
    queue.reschedule("put-off", DueTime.at(now + 1_000));
    queue.reschedule("brought", DueTime.at(now));
    queue.cancel("cancelled");
    queue.claimById("claimed");
    queue.settle(new Settlement(retried.lease(), new SettleRequest.Retry(0L, 3L, "again")));

    assertThat(queue.run(20)).containsExactly("brought", "replaced", "retried", "moved", "stays");
    assertThat(queue.claim(10)).isEmpty();
    advance(Duration.ofSeconds(1));
    assertThat(queue.run(10)).containsExactly("put-off");
  }

  @Test
  void aDamagedJobAmongSeveralPrioritiesKeepsNoOtherBack() {
    assumeTrue(store.canDamage(), "no record to damage");
    for (int i = 1; i <= 5; i++) {
      queue.schedule(Jobs.job("j" + i).priority(i));
    }
    assertThat(queue.run(1)).containsExactly("j1");
    store.damage(queue.name(), "j3");

    List<String> rest = new ArrayList<>(queue.run(10));
    rest.addAll(queue.run(10));

    assertThat(rest).containsExactly("j2", "j4", "j5");
    queue.schedule(Jobs.job("less").priority(8));
    queue.schedule(Jobs.job("more").priority(7));
    assertThat(queue.run(10)).containsExactly("more", "less");
  }

  @Test
  void aQueueThatRanEmptyTakesAnyPriorityAgain() {
    for (long priority : new long[] {7, 3, 1_024, 9}) {
      queue.schedule(Jobs.job("a").priority(priority));
      queue.schedule(Jobs.job("b").priority(priority));
      assertThat(queue.run(10)).containsExactly("a", "b");
    }
    queue.schedule(Jobs.job("last").priority(2));
    queue.schedule(Jobs.job("first").priority(1));
    assertThat(queue.run(10)).containsExactly("first", "last");
    queue.schedule(Jobs.job("usual"));
    assertThat(queue.run(10)).containsExactly("usual");
  }

  @Test
  void whenTheClockStepsBackNoJobIsEarlyAndTheOrderHolds() {
    assumeTrue(store.canStepBack(), "this clock cannot step back");
    long dueAt = now() + 10_000;
    queue.schedule(Jobs.jobAt("due-before", now()).priority(9));
    queue.schedule(Jobs.jobAt("less-urgent", dueAt).priority(2));
    queue.schedule(Jobs.jobAt("urgent", dueAt + 1).priority(1));
    advance(Duration.ofSeconds(20));
    queue.schedule(Jobs.jobAt("first", dueAt).priority(0));
    assertThat(queue.run(1)).containsExactly("first");
    store.stepBack(Duration.ofSeconds(15));

    assertThat(queue.run(10)).containsExactly("due-before");
    queue.schedule(Jobs.jobAt("new", now()).priority(5));
    assertThat(queue.run(10)).containsExactly("new");
    advance(Duration.ofSeconds(15));
    assertThat(queue.run(10)).containsExactly("urgent", "less-urgent");
  }
}
