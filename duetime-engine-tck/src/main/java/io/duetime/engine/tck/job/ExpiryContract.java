package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs that are not worth doing any more. */
public abstract class ExpiryContract extends Contract {
  @Test
  void aJobIsHandedOutUntilTheMillisecondBeforeItExpires() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.BURY)));
    advance(Duration.ofMillis(9_999));

    assertThat(queue.run(1)).containsExactly("a");
  }

  @Test
  void expiredJobsAreCounted() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.BURY)));
    queue.schedule(Jobs.job("b").expiry(after(Duration.ofSeconds(10), Expiry.Action.DROP)));
    advance(Duration.ofSeconds(10));

    assertThat(queue.claim(2)).isEmpty();

    assertThat(queue.events()).isEqualTo(new Counts.Events(2, 0, 0, 0, 0, 1, 0, 2, 1, 0, 0));
  }

  @Test
  void expiredJobsDoNotStandInTheWayOfTheOthers() {
    Expiry soon = after(Duration.ofMillis(1), Expiry.Action.DROP);
    for (int i = 0; i < 100; i++) {
      queue.schedule(Jobs.jobAt(String.format("%03d", i), i).expiry(soon));
    }
    queue.schedule(Jobs.job("live"));

    assertThat(queue.run(1)).containsExactly("live");
  }

  @Test
  void aClaimThatNamesAMomentGoesOnBehindAnyNumberOfExpiredJobs() {
    long now = now();
    Expiry soon = after(Duration.ofMillis(1), Expiry.Action.DROP);
    List<JobSpec> expired =
        IntStream.range(0, 501)
            .mapToObj(i -> Jobs.jobAt("e" + i, now).expiry(soon).build())
            .toList();
    queue.schedule(expired);
    queue.schedule(Jobs.jobAt("live", now + 1));
    advance(Duration.ofMillis(1));

    ClaimRequest request = ClaimRequest.of(1, 30_000).dueBefore(now() + 1);

    assertThat(TestQueue.ids(queue.claim(request).jobs())).containsExactly("live");
  }

  @Test
  void anExpiryAfterTheDueTimeFollowsAReschedule() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.DROP)));
    queue.reschedule("a", DueTime.after(60_000));
    advance(Duration.ofSeconds(69));

    assertThat(queue.run(1)).containsExactly("a");
  }

  @Test
  void anExpiryAtAMomentStaysWhereItIs() {
    Instant moment = Instant.ofEpochMilli(now() + 10_000);
    queue.schedule(Jobs.job("a").expiry(new Expiry.At(moment, Expiry.Action.DROP)));
    queue.reschedule("a", DueTime.after(60_000));
    advance(Duration.ofSeconds(60));

    assertThat(queue.claim(1)).isEmpty();
    assertThat(queue.find("a")).isEmpty();
  }

  @Test
  void anExpiryIsCountedFromTheFirstDueTimeOverRetriesAndReleases() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.BURY)));
    queue.retry(queue.claimOne(), Duration.ofSeconds(6));
    advance(Duration.ofSeconds(6));
    queue.release(queue.claimOne(), Duration.ofSeconds(6));
    advance(Duration.ofSeconds(6));

    assertThat(queue.claim(1)).isEmpty();
    assertThat(queue.state("a")).isEqualTo(JobState.DEAD);
    assertThat(queue.get("a").history()).hasSize(1);
  }

  @Test
  void aRunningJobDoesNotExpire() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.DROP)));
    ClaimedJob job = queue.claimOne();
    advance(Duration.ofSeconds(20));
    maintain();

    assertThat(queue.extend(job, Duration.ofSeconds(1)).outcome().name()).isEqualTo("EXTENDED");
  }

  @Test
  void aClaimByIdJudgesTheExpiryToo() {
    queue.schedule(Jobs.job("a").expiry(after(Duration.ofSeconds(10), Expiry.Action.BURY)));
    advance(Duration.ofSeconds(20));

    assertThat(queue.claimById("a")).isEmpty();
    assertThat(queue.state("a")).isEqualTo(JobState.DEAD);
    assertThat(queue.claimById("a")).hasSize(1);
  }

  private static Expiry after(Duration duration, Expiry.Action action) {
    return new Expiry.After(duration, action);
  }
}
