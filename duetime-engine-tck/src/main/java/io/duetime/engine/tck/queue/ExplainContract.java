package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Counts;
import io.duetime.Expiry;
import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Why a job is not running, and counts of what happened. */
public abstract class ExplainContract extends Contract {
  private static final List<Integer> SHARDS = List.of(6, 3, 12);
  private static final int ROUNDS = 3 * SHARDS.size();
  private static final int JOBS = Boolean.getBoolean("duetime.long") ? 1_100 : 133;

  @Test
  void aJobDueLaterSaysWhenAndALeasedOneByWhomAndUntilWhen() {
    queue.schedule(Jobs.job("a", Duration.ofHours(1)));
    assertThat(moment(queue.explain("a"), "dueAt")).isEqualTo(now() + 3_600_000);
    advance(Duration.ofHours(1));
    queue.claim(ClaimRequest.of(1, 5_000).by("host-1"));

    Explanation leased = queue.explain("a");

    assertThat(leased.why()).isEqualTo(Why.LEASED);
    assertThat(leased.details()).containsEntry("consumer", "host-1");
    assertThat(moment(leased, "until")).isEqualTo(now() + 5_000);
  }

  @Test
  void aJobThatHasNotEndedSaysHowOftenAndForHowLongItIsTried() {
    queue.schedule(Jobs.job("usual"));
    assertThat(queue.explain("usual").details())
        .containsEntry("attempt", "0")
        .containsEntry("maxAttempts", "20")
        .containsEntry("retriesFor", "8h 8m");
    queue.claimOne();
    assertThat(queue.explain("usual").details()).containsEntry("attempt", "1");

    queue.schedule(Jobs.job("endless", Duration.ofHours(1)).retry(endless()));
    assertThat(queue.explain("endless").details())
        .containsEntry("maxAttempts", "unlimited")
        .doesNotContainKey("retriesFor");
  }

  private static RetryPolicy endless() {
    return RetryPolicy.builder().attempts(RetryPolicy.UNLIMITED).build();
  }

  @Test
  void aJobThatHasFailedSaysItsLastErrorUntilItIsDone() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.builder().attempts(2).build()));
    assertThat(queue.explain("a").details()).doesNotContainKey("lastError");

    failOne("no route");
    assertThat(queue.explain("a").why()).isEqualTo(Why.DUE_LATER);
    assertThat(queue.explain("a").details()).containsEntry("lastError", "no route");

    advance(Duration.ofHours(2));
    failOne("no answer");
    assertThat(queue.explain("a").details())
        .containsEntry("reason", "EXHAUSTED")
        .containsEntry("message", "no answer")
        .containsEntry("lastError", "no answer");
  }

  private void failOne(String error) {
    queue.settle(
        new Settlement(queue.claimOne().lease(), new SettleRequest.Retry(null, null, error)));
  }

  @Test
  void aDueJobWithoutAConsumerSaysSo() {
    queue.schedule(Jobs.job("a"));
    assertThat(queue.explain("a").why()).isEqualTo(Why.NO_CONSUMER);

    queue.claim(ClaimRequest.of(1, 1_000).dueBefore(0).by("host-1"));
    assertThat(queue.explain("a").why()).isEqualTo(Why.NEXT_IN_TURN);
    advance(Duration.ofMillis(60_001));
    assertThat(queue.explain("a").why()).isEqualTo(Why.NO_CONSUMER);
  }

  @Test
  void aDueJobSaysThatAllHandlersAreBusyWithWhatAndSinceWhen() {
    queue.schedule(Jobs.job("r1"));
    queue.schedule(Jobs.job("r2"));
    queue.claim(ClaimRequest.of(2, 600_000).by("worker-1"));
    long since = now();
    queue.schedule(Jobs.job("next"));
    assertThat(queue.explain("next").why()).isEqualTo(Why.NEXT_IN_TURN);

    advance(Duration.ofMinutes(2));
    Explanation busy = queue.explain("next");
    assertThat(busy.why()).isEqualTo(Why.HANDLERS_BUSY);
    assertThat(busy.details())
        .containsEntry("running", "2")
        .containsEntry("consumers", "worker-1")
        .containsEntry("jobs", "r1, r2");
    assertThat(moment(busy, "since")).isEqualTo(since);

    advance(Duration.ofMinutes(8));
    assertThat(queue.explain("next").why()).isEqualTo(Why.NO_CONSUMER);
  }

  @Test
  void aJobIsNextInTurnWhileJobsOfItsQueueAreClaimed() {
    queue.schedule(Jobs.jobs("j", 3));
    queue.claim(ClaimRequest.of(1, 600_000).by("worker-1"));
    advance(Duration.ofMinutes(1));
    queue.claim(ClaimRequest.of(1, 600_000).by("worker-2"));

    assertThat(queue.explain("j0002").why()).isEqualTo(Why.NEXT_IN_TURN);
    advance(Duration.ofSeconds(1));
    assertThat(queue.explain("j0002").why()).isEqualTo(Why.HANDLERS_BUSY);
  }

  @Test
  void aPauseSaysUntilWhenIfItEnds() {
    queue.schedule(Jobs.job("a"));
    long end = now() + 60_000;
    queue.configure(settings -> settings.pausedUntilMillis(end));

    assertThat(queue.explain("a").why()).isEqualTo(Why.PAUSED);
    assertThat(moment(queue.explain("a"), "until")).isEqualTo(end);
    advanceTo(end);
    assertThat(queue.explain("a").why()).isEqualTo(Why.NO_CONSUMER);
    queue.configure(QueueSettings.Builder::paused);
    assertThat(queue.explain("a").why()).isEqualTo(Why.PAUSED);
    assertThat(queue.explain("a").details()).doesNotContainKey("until");
  }

  @Test
  void limitsSayThatTheyStandInTheWay() {
    queue.configure(settings -> settings.maxRunning(1));
    String taken = queue.begin(Jobs.jobs("j", 2)).lease().id();
    String other = taken.equals("j0000") ? "j0001" : "j0000";
    assertThat(queue.explain(other).why()).isEqualTo(Why.CONCURRENCY_LIMITED);

    queue.configure(
        settings -> settings.maxRunning(0).rate(new QueueSettings.Rate(1, Duration.ofHours(1), 1)));
    queue.claimOne();
    queue.schedule(Jobs.job("next"));
    assertThat(queue.explain("next").why()).isEqualTo(Why.RATE_LIMITED);
  }

  @Test
  void anExpiredJobThatNoCallHasReadSaysSo() {
    queue.configure(settings -> settings.pausedUntilMillis(Long.MAX_VALUE));
    queue.schedule(
        Jobs.job("a").expiry(new Expiry.After(Duration.ofSeconds(1), Expiry.Action.BURY)));
    advance(Duration.ofSeconds(1));

    assertThat(queue.explain("a").why()).isEqualTo(Why.EXPIRED);
  }

  private static long moment(Explanation explanation, String detail) {
    return Instant.parse(explanation.details().get(detail)).toEpochMilli();
  }

  /** Schedules, cancels, runs and changes the number of shards at the same time. */
  @Test
  void countsOutliveEveryChangeOfTheNumberOfShards() {
    Counts.Events last = queue.events();
    int cancelled = 0;
    for (int round = 0; round < ROUNDS; round++) {
      CompletionStage<?> resharding = reshard(round);
      CompletionStage<List<Scheduled>> made =
          engine().schedule(queue.name(), Jobs.jobs("r" + round + "-", JOBS), queue.durability());
      CompletionStage<List<Cancelled>> gone =
          engine().cancel(queue.name(), someOf(round - 1), queue.durability());
      run(JOBS / 2);
      assertThat(Answers.of(made)).allMatch(one -> one.outcome() == ScheduleOutcome.CREATED);
      for (Cancelled one : Answers.of(gone)) {
        cancelled += one.outcome() == CancelOutcome.CANCELLED ? 1 : 0;
      }
      last = grown(last);
      Answers.of(resharding);
      last = maintained(last);
    }
    while (run(500) > 0) {
      last = grown(last);
    }

    int scheduled = ROUNDS * JOBS;
    int acked = scheduled - cancelled;
    assertThat(maintained(last))
        .isEqualTo(new Counts.Events(scheduled, acked, acked, 0, 0, 0, 0, 0, 0, cancelled, 0));
    if (engine().capabilities().sharded()) {
      assertThat(Answers.of(engine().shards(queue.name()))).hasSize(1 + SHARDS.get(2));
    }
  }

  /** Begins a change of the number of shards in each third round. */
  private CompletionStage<?> reshard(int round) {
    if (round % 3 != 1 || !engine().capabilities().sharded()) {
      return CompletableFuture.completedStage(null);
    }
    int shards = SHARDS.get(round / 3);
    return engine().configure(queue.name(), queue.settings().toBuilder().shards(shards).build());
  }

  private static List<String> someOf(int round) {
    return IntStream.range(0, JOBS / 3)
        .mapToObj(i -> String.format("r%d-%04d", round, 3 * i))
        .toList();
  }

  private int run(int max) {
    List<ClaimedJob> jobs = queue.claim(max);
    assertThat(queue.settle(jobs.stream().map(job -> Settlement.ack(job.lease())).toList()))
        .allMatch(result -> result.outcome() == SettleOutcome.ACKED);
    return jobs.size();
  }

  /** Lets maintenance look again. */
  private Counts.Events maintained(Counts.Events last) {
    advance(Duration.ofSeconds(5));
    maintain();
    return grown(last);
  }

  private Counts.Events grown(Counts.Events last) {
    Counts.Events now = queue.events();
    assertThat(now.scheduled()).isGreaterThanOrEqualTo(last.scheduled());
    assertThat(now.claimed()).isGreaterThanOrEqualTo(last.claimed());
    assertThat(now.acked()).isGreaterThanOrEqualTo(last.acked());
    assertThat(now.cancelled()).isGreaterThanOrEqualTo(last.cancelled());
    return now;
  }
}
