package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Cases from the life of queues that fit no single theme, most of them large. */
public abstract class AcceptanceContract extends Contract {
  private static final Duration YEAR = Duration.ofDays(365);

  @Test
  void aMailingOfTenThousandInOneSecondIsDeliveredWhole() {
    mailing(10_000);
  }

  @Test
  @EnabledIfSystemProperty(named = "duetime.long", matches = "true")
  @Timeout(value = LONG_MINUTES, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
  void aMailingOfAMillionInOneSecondIsDeliveredWhole() {
    mailing(1_000_000);
  }

  private void mailing(int size) {
    long seven = now() + 3_600_000;
    scheduleMany(size, i -> seven + i % 1_000);
    advanceTo(seven + 1_000);
    int delivered = 0;
    List<ClaimedJob> jobs = queue.claim(1_000);
    while (!jobs.isEmpty()) {
      delivered += jobs.size();
      queue.settle(jobs.stream().map(job -> new Settlement.Ack(job.lease())).toList());
      jobs = queue.claim(1_000);
    }

    assertThat(delivered).isEqualTo(size);
    assertThat(queue.counts().waiting()).isZero();
  }

  @Test
  void aJobAmongManyOfAYearIsOnTime() {
    amongMany(20_000);
  }

  @Test
  @EnabledIfSystemProperty(named = "duetime.long", matches = "true")
  @Timeout(value = LONG_MINUTES, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
  void aJobAmongAMillionOfAYearIsOnTime() {
    amongMany(1_000_000);
  }

  private void amongMany(int size) {
    SplittableRandom random = new SplittableRandom(7);
    long start = now();
    scheduleMany(size, i -> start + 60_000 + random.nextLong(YEAR.toMillis()));
    queue.schedule(Jobs.job("soon", Duration.ofMillis(50)));

    assertThat(queue.claim(ClaimRequest.of(1, 30_000)).comeBackAtMillis()).isEqualTo(start + 50);
    advance(Duration.ofMillis(50));
    assertThat(queue.run(10)).containsExactly("soon");
    assertThat(queue.counts().waiting()).isEqualTo(size);
  }

  private void scheduleMany(int size, IntToLongFunction dueAt) {
    int chunk = 5_000;
    for (int from = 0; from < size; from += chunk) {
      List<JobSpec> jobs = new ArrayList<>(chunk);
      for (int i = from; i < Math.min(from + chunk, size); i++) {
        jobs.add(Jobs.jobAt("mail-" + i, dueAt.applyAsLong(i)).build());
      }
      queue.schedule(jobs);
    }
  }
}
