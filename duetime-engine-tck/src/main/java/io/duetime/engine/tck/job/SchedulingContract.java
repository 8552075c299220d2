package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Limits;
import io.duetime.OnConflict;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * New jobs: when they are due, what they carry, what several requests for one id lead to; large
 * numbers of them.
 */
public abstract class SchedulingContract extends Contract {
  private static final Duration YEAR = Duration.ofDays(365);

  @Test
  void whatIsDueInThePastIsDueNowInTheOrderOfTheTimesGiven() {
    queue.schedule(Jobs.job("now"));
    queue.schedule(Jobs.jobAt("past", now() - 1));
    queue.schedule(Jobs.jobAt("epoch", 0));

    assertThat(queue.run(10)).containsExactly("epoch", "past", "now");
  }

  @Test
  void delaysOfAMillisecondAndOfAHundredYearsAreExact() {
    List<Duration> delays =
        List.of(
            Duration.ofMillis(1),
            Duration.ofMillis(2_142_720_001L),
            Duration.ofMillis((1L << 32) + 1),
            Limits.MAX_AHEAD);
    long start = now();
    for (Duration delay : delays) {
      queue.schedule(Jobs.job(delay.toString(), delay));
    }

    for (Duration delay : delays) {
      advanceTo(start + delay.toMillis() - 1);
      assertThat(queue.claim(1)).isEmpty();
      advanceTo(start + delay.toMillis());
      assertThat(queue.run(1)).containsExactly(delay.toString());
    }
  }

  @Test
  void moreThanAHundredYearsAheadIsRefusedByItself() {
    long limit = now() + Limits.MAX_AHEAD.toMillis();

    List<Scheduled> results =
        queue.schedule(
            List.of(
                Jobs.jobAt("within", limit).build(),
                Jobs.jobAt("beyond", limit + 1).build(),
                Jobs.job("delay", DueTime.after(Long.MAX_VALUE / 2)).build(),
                Jobs.job("longest", DueTime.after(Long.MAX_VALUE)).build(),
                Jobs.job("after").build()));

    assertThat(results)
        .extracting(Scheduled::outcome)
        .containsExactly(
            ScheduleOutcome.CREATED,
            ScheduleOutcome.REFUSED,
            ScheduleOutcome.REFUSED,
            ScheduleOutcome.REFUSED,
            ScheduleOutcome.CREATED);
    assertThat(results.get(1).refusal()).isInstanceOf(InvalidRequestException.class);
    assertThat(queue.find("beyond")).isEmpty();
  }

  @Test
  void payloadsComeBackByteForByte() {
    byte[] everyByte = new byte[256];
    for (int i = 0; i < everyByte.length; i++) {
      everyByte[i] = (byte) i;
    }
    queue.schedule(Jobs.jobAt("1", 1).body(JobBody.of(new byte[0])));
    queue.schedule(Jobs.jobAt("2", 2).body(Jobs.text(" ")));
    queue.schedule(Jobs.jobAt("3", 3).body(Jobs.text("x")));
    queue.schedule(Jobs.jobAt("4", 4).body(JobBody.of(everyByte)));

    List<ClaimedJob> byId = new ArrayList<>(queue.claim(10));
    byId.sort(Comparator.comparing(job -> job.lease().id()));
    assertThat(byId)
        .extracting(job -> job.body().payload())
        .containsExactly(new byte[0], new byte[] {' '}, new byte[] {'x'}, everyByte);
  }

  @Test
  void everythingGivenWithAJobComesBackWithIt() {
    long dueAt = now();
    JobSpec everything = Jobs.everything("a", DueTime.at(dueAt)).build();
    JobBody body = everything.body().withHeaders(Map.of("trace", "42", "empty", ""));
    queue.schedule(everything.toBuilder().body(body));

    JobView view = queue.get("a");
    assertThat(view.body()).usingRecursiveComparison().isEqualTo(body);
    assertThat(view.traits().priority()).isEqualTo(7);
    assertThat(view.traits().tags()).containsExactly("eu", "vip");
    ClaimedJob job = queue.claimOne();
    assertThat(job.body()).usingRecursiveComparison().isEqualTo(body);
    assertThat(job.priority()).isEqualTo(7);
    assertThat(job.times()).isEqualTo(new ClaimedJob.Times(dueAt, dueAt, dueAt));
  }

  @Test
  void aJobWithoutWishesGetsThePriorityAndTheRuleOfTheDefaults() {
    queue.schedule(Jobs.job("a"));

    assertThat(queue.get("a").traits())
        .isEqualTo(new JobView.Traits(Limits.DEFAULT_PRIORITY, List.of(), 0, 20, 0, false));
  }

  @Test
  void anAnswerTellsWhatWasReached() {
    Durability asked = engine().capabilities().defaultDurability();

    Durability.Reached reached = queue.schedule(Jobs.job("a")).durability();

    assertThat(reached.replicas()).isGreaterThanOrEqualTo(asked.replicas());
    if (asked.fsynced()) {
      assertThat(reached.fsynced()).isEqualTo(Durability.Fsynced.YES);
    }
  }

  @Test
  void aBatchIsAnsweredItemByItemInOrder() {
    JobSpec first = Jobs.job("a").build();
    JobSpec again = Jobs.job("a").onConflict(OnConflict.REJECT).build();
    JobSpec replacing = Jobs.job("a", Duration.ofHours(1)).onConflict(OnConflict.REPLACE).build();

    assertThat(queue.schedule(List.of(first, again, replacing, first)))
        .extracting(Scheduled::outcome)
        .containsExactly(
            ScheduleOutcome.CREATED,
            ScheduleOutcome.REJECTED,
            ScheduleOutcome.REPLACED,
            ScheduleOutcome.KEPT);
    assertThat(queue.counts().delayed()).isEqualTo(1);
  }

  @Test
  void anEmptyBatchHasAnEmptyAnswer() {
    assertThat(queue.schedule(List.of())).isEmpty();
    assertThat(queue.cancel(List.of())).isEmpty();
    assertThat(queue.settle(List.of())).isEmpty();
  }

  @Test
  void theFirstUseOfANameMakesTheQueue() {
    queue("b").schedule(Jobs.job("1"));
    queue("a").schedule(Jobs.job("1"));

    assertThat(Answers.of(engine().queues())).containsExactly("a", "b");
  }

  @Test
  void aRequestRepeatedWithItsNonceGetsItsFirstAnswerAfterOthersCame() {
    JobSpec.Builder first =
        Jobs.job("a", Duration.ofHours(1)).onConflict(OnConflict.REPLACE).nonce(1);
    Scheduled answer = queue.schedule(first);
    queue.schedule(Jobs.job("a", Duration.ofHours(2)).onConflict(OnConflict.REPLACE).nonce(2));
    queue.schedule(Jobs.job("a", Duration.ofHours(3)).onConflict(OnConflict.REPLACE).nonce(3));
    Scheduled last =
        queue.schedule(Jobs.job("a", Duration.ofHours(4)).onConflict(OnConflict.REPLACE).nonce(4));
    advance(Duration.ofMinutes(1));

    Scheduled again = queue.schedule(first);

    assertThat(again.outcome()).isEqualTo(answer.outcome());
    assertThat(again.dueAt()).isEqualTo(answer.dueAt());
    assertThat(queue.get("a").times().dueAt()).isEqualTo(Answers.millis(last.dueAt()));
  }

  @Test
  void aSuccessorsRequestIsKnownAgainAfterItHasTakenOver() {
    ClaimedJob job = queue.begin(Jobs.job("a").nonce(1));
    JobSpec.Builder next =
        Jobs.job("a", Duration.ofHours(1)).onConflict(OnConflict.REPLACE).nonce(2);
    assertThat(queue.schedule(next).outcome()).isEqualTo(ScheduleOutcome.SUCCESSOR);
    queue.ack(job);

    assertThat(queue.schedule(next).outcome()).isEqualTo(ScheduleOutcome.SUCCESSOR);
    assertThat(queue.schedule(Jobs.job("a").nonce(1)).outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.counts().delayed()).isEqualTo(1);
  }

  @Test
  void aReadsDebounceFiresAfterTheLongestWaitAndThenBeginsAgain() {
    long start = now();
    for (int minute : new int[] {0, 60, 150, 240, 330}) {
      advanceTo(start + minute * 60_000L);
      assertThat(queue.claim(1)).isEmpty();
      queue.schedule(read());
    }

    advanceTo(start + 360 * 60_000L - 1);
    assertThat(queue.claim(1)).isEmpty();
    advanceTo(start + 360 * 60_000L);
    assertThat(queue.run(1)).containsExactly("reader");

    advanceTo(start + 390 * 60_000L);
    assertThat(Answers.millis(queue.schedule(read()).dueAt())).isEqualTo(start + 510 * 60_000L);
    advanceTo(start + 510 * 60_000L);
    assertThat(queue.run(1)).containsExactly("reader");
  }

  private static JobSpec.Builder read() {
    return Jobs.job("reader", Duration.ofHours(2))
        .onConflict(OnConflict.debounce(Duration.ofHours(6)));
  }

  @Test
  void aRescheduleSetsTheAnchorOfADebounceAgain() {
    queue.schedule(read());
    advance(Duration.ofHours(1));
    queue.reschedule("reader", DueTime.after(Duration.ofHours(5).toMillis()));
    long moved = now();
    advance(Duration.ofMinutes(270));

    assertThat(Answers.millis(queue.schedule(read()).dueAt()))
        .isEqualTo(moved + Duration.ofHours(6).toMillis());
  }

  @Test
  void anIdIsFreeOnceACancelledRunIsLostAndItsRetentionIsOver() {
    queue.configure(settings -> settings.retention(Duration.ofSeconds(1)));
    queue.begin("a");
    queue.cancel("a");
    advance(TestQueue.LEASE.plusSeconds(1));

    assertThat(queue.schedule(Jobs.job("a")).outcome()).isEqualTo(ScheduleOutcome.CREATED);

    maintain();
    assertThat(queue.counts()).isEqualTo(new Counts.States(0, 1, 0, 0, 0, 0, 0));
    assertThat(queue.run(10)).containsExactly("a");
  }

  @Test
  void anUnfinishedJobIsKeptAndADoneOneGivesWayThoughItIsRemembered() {
    queue.configure(settings -> settings.retention(Duration.ofDays(1)));
    JobSpec.Builder again = Jobs.job("a").onConflict(OnConflict.KEEP_UNFINISHED);
    queue.schedule(again);

    assertThat(queue.schedule(again).outcome()).isEqualTo(ScheduleOutcome.KEPT);
    ClaimedJob running = queue.claimOne();
    assertThat(queue.schedule(again).outcome()).isEqualTo(ScheduleOutcome.KEPT_RUNNING);
    queue.ack(running);
    assertThat(queue.get("a").state()).isEqualTo(JobState.DONE);
    assertThat(queue.schedule(again).outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.run(10)).containsExactly("a");
  }

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
      queue.settle(jobs.stream().map(job -> Settlement.ack(job.lease())).toList());
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
