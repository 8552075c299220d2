package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who gets which jobs in what order, and with what fence. */
public abstract class ClaimingContract extends Contract {
  @Test
  void idsAreOrderedByTheirBytesInUtf8() {
    // U+FF5E is before U+1F600 in UTF-8 and behind it in UTF-16.
    String tilde = "\uFF5E";
    String smile = "\uD83D\uDE00";
    long now = now();
    for (String id : List.of(smile, tilde, "é", "z", "a0", "a")) {
      queue.schedule(Jobs.jobAt(id, now));
    }

    assertThat(queue.run(10)).containsExactly("a", "a0", "z", "é", tilde, smile);
  }

  @Test
  void prioritiesAreExactWhateverTheBacklog() {
    List<JobSpec> jobs = new ArrayList<>();
    for (int i = 0; i < 320; i++) {
      long priority = (i * 7L) % 16 * (Limits.MAX_PRIORITY / 15);
      jobs.add(Jobs.jobAt(String.format("%03d", i), now() - i).priority(priority).build());
    }
    queue.schedule(jobs);

    List<Long> priorities = new ArrayList<>();
    while (priorities.size() < 320) {
      queue.claim(37).forEach(job -> priorities.add(job.priority()));
    }

    assertThat(priorities).isSorted();
  }

  @Test
  void aBacklogIsTakenWithoutAPauseAndOnce() {
    queue.schedule(Jobs.jobs("j", 2_500));
    Set<String> seen = new HashSet<>();
    int calls = 0;

    ClaimResult result;
    do {
      result = queue.claim(ClaimRequest.of(1_000, 30_000));
      result.jobs().forEach(job -> assertThat(seen.add(job.lease().id())).isTrue());
      calls++;
    } while (result.comeBackAtMillis() <= now());

    assertThat(seen).hasSize(2_500);
    assertThat(calls).isLessThanOrEqualTo(4);
  }

  @Test
  void aLargeClaimIsAnsweredWhole() {
    queue.schedule(Jobs.jobs("j", 10_000));

    assertThat(queue.claim(Limits.MAX_CLAIM)).hasSize(10_000);
    assertThat(queue.counts().running()).isEqualTo(10_000);
  }

  @Test
  void aClaimStopsAfterItsBytesAndSaysThatThereIsMore() {
    scheduleMegabytes(20);

    ClaimResult first = queue.claim(ClaimRequest.of(100, 30_000));

    assertThat(first.jobs()).hasSizeBetween(16, 17);
    assertThat(first.comeBackAtMillis()).isLessThanOrEqualTo(now());
    assertThat(queue.claim(100)).hasSize(20 - first.jobs().size());
  }

  @Test
  void aClaimByIdStopsAfterItsBytesAndLeavesTheRest() {
    String[] ids = scheduleMegabytes(40);
    List<String> claimed = new ArrayList<>();

    List<ClaimedJob> first = queue.claimById(ids);
    claimed.addAll(TestQueue.ids(first));
    List<String> left = Stream.of(ids).filter(id -> !claimed.contains(id)).toList();
    assertThat(first).hasSizeBetween(16, 17);
    assertThat(queue.counts().running()).isEqualTo(first.size());
    assertThat(left).allSatisfy(id -> assertThat(queue.get(id).traits().attempt()).isZero());

    List<ClaimedJob> second = queue.claimById(left.toArray(String[]::new));
    claimed.addAll(TestQueue.ids(second));
    claimed.addAll(TestQueue.ids(queue.claimById(ids)));
    assertThat(second).hasSizeBetween(16, 17);
    assertThat(claimed).containsExactlyInAnyOrder(ids);
  }

  private String[] scheduleMegabytes(int n) {
    JobBody megabyte = JobBody.of(new byte[1 << 20]);
    String[] ids = IntStream.range(0, n).mapToObj(i -> "big" + i).toArray(String[]::new);
    Stream.of(ids).forEach(id -> queue.schedule(Jobs.job(id).body(megabyte)));
    return ids;
  }

  @Test
  void aMomentInThePastNarrowsAClaim() {
    long now = now();
    queue.schedule(Jobs.jobAt("old", now - 100));
    queue.schedule(Jobs.jobAt("new", now - 10));

    ClaimRequest request = ClaimRequest.of(10, 30_000).dueBefore(now - 10);

    assertThat(TestQueue.ids(queue.claim(request).jobs())).containsExactly("old");
  }

  @Test
  void aClaimTellsAttemptDeadlineAndHolder() {
    queue.schedule(Jobs.job("a"));

    ClaimedJob job = queue.claim(ClaimRequest.of(1, 5_000).by("host-1")).jobs().get(0);

    assertThat(job.run()).isEqualTo(new ClaimedJob.Run(1, 20, now() + 5_000, false));
    assertThat(job.lease().queue()).isEqualTo(queue.name());
    assertThat(queue.get("a").lease())
        .isEqualTo(new JobView.LeaseView("host-1", now(), now() + 5_000, false, null));
    assertThat(queue.get("a").traits().fence()).isEqualTo(job.lease().fence());
  }

  @Test
  void fencesGrowOverReuseOfAnIdAndRedriveAndRelease() {
    List<Long> fences = new ArrayList<>();
    queue.schedule(Jobs.job("a"));
    for (int round = 0; round < 4; round++) {
      ClaimedJob job = queue.claimOne();
      fences.add(job.lease().fence());
      switch (round) {
        case 0 -> queue.release(job);
        case 1 -> {
          queue.ack(job);
          queue.schedule(Jobs.job("a"));
        }
        case 2 -> {
          queue.bury(job);
          queue.schedule(Jobs.job("a").onConflict(OnConflict.REJECT));
        }
        default -> queue.ack(job);
      }
    }

    assertThat(fences).isSorted().doesNotHaveDuplicates();
    assertThat(fences.get(0)).isGreaterThanOrEqualTo(now() * 1_000);
  }

  @Test
  void aClaimByIdTakesWhatIsAskedForOnceDueOrNot() {
    queue.schedule(Jobs.job("later", Duration.ofHours(1)));
    queue.schedule(Jobs.job("ready"));
    queue.schedule(Jobs.job("held"));
    queue.claimById("held");

    List<ClaimedJob> jobs = queue.claimById("later", "unknown", "held", "ready", "later");

    assertThat(TestQueue.ids(jobs)).containsExactly("later", "ready");
    assertThat(queue.state("later")).isEqualTo(JobState.RUNNING);
  }

  @Test
  void theShardsOfAQueueTogetherHaveAllItsJobs() {
    queue.schedule(Jobs.jobs("j", 100));
    List<String> ids = new ArrayList<>();

    for (ShardId shard : Answers.of(engine().shards(queue.name()))) {
      ClaimRequest request = ClaimRequest.of(1_000, 30_000).from(shard);
      ids.addAll(TestQueue.ids(queue.claim(request).jobs()));
    }

    assertThat(ids).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void aClaimCreatesNoQueue() {
    long before = now();

    ClaimResult claimed = queue.claim(ClaimRequest.of(1, 1_000));
    ClaimResult byId =
        Answers.of(engine().claimById(queue.name(), List.of("a"), ClaimRequest.of(1, 1_000)));

    for (ClaimResult result : List.of(claimed, byId)) {
      assertThat(result.jobs()).isEmpty();
      assertThat(result.nowMillis()).isBetween(before, now());
      assertThat(result.comeBackAtMillis()).isEqualTo(ClaimResult.NEVER);
    }
    assertThat(Answers.of(engine().queues())).doesNotContain(queue.name());
  }
}
