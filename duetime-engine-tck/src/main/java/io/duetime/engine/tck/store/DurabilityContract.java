package io.duetime.engine.tck.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.ConfigureOutcome;
import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.Expiry;
import io.duetime.JobChange;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.QueueSettings;
import io.duetime.Schedule;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Timeline;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobUpdate;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a store that keeps its jobs still knows after it was closed and opened again. */
public abstract class DurabilityContract extends Contract {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  @BeforeEach
  void needADurableStore() {
    assumeTrue(engine().capabilities().durable(), "nothing outlives the process");
  }

  @Test
  void everyChangeThatAsksForStableStorageIsToldThatItIsThere() {
    String name = queue.name();
    Durability asked = Durability.FSYNCED;

    assertThat(Answers.of(engine().schedule(name, Jobs.jobs("j", 2), asked)))
        .extracting(result -> result.durability().fsynced())
        .containsOnly(Durability.Fsynced.YES);
    assertThat(Answers.of(engine().reschedule(name, List.of(moved("j0000")), asked)))
        .extracting(result -> result.durability().fsynced())
        .containsOnly(Durability.Fsynced.YES);
    JobUpdate update = new JobUpdate("j0000", JobChange.<JobBody>none().priority(1));
    assertThat(Answers.of(engine().update(name, List.of(update), asked)))
        .extracting(result -> result.durability().fsynced())
        .containsOnly(Durability.Fsynced.YES);
    assertThat(Answers.of(engine().cancel(name, List.of("j0000"), asked)))
        .extracting(result -> result.durability().fsynced())
        .containsOnly(Durability.Fsynced.YES);
  }

  private static Reschedule moved(String id) {
    return new Reschedule(id, DueTime.after(1_000), Reschedule.Condition.ALWAYS);
  }

  @Test
  void anExpiryIsKnownAfterReopening() {
    queue.schedule(
        Jobs.job("later", Duration.ofHours(1))
            .expiry(new Expiry.After(Duration.ofMinutes(1), Expiry.Action.DROP)));
    store.reopen();
    maintain();
    advance(Duration.ofHours(2));

    assertThat(maintain().expired()).isEqualTo(1);
  }

  @Test
  void everyStateSurvivesReopening() {
    queue.configure(settings -> settings.retention(Duration.ofHours(1)));
    everyState();
    List<JobView> before = queue.list(Selection.ALL);
    Counts.States counts = queue.counts();

    store.reopen();

    assertThat(queue.list(Selection.ALL)).usingRecursiveComparison().isEqualTo(before);
    assertThat(queue.counts()).isEqualTo(counts);
    assertThat(before).hasSize(8);
  }

  private void everyState() {
    List<String> ids = List.of("done", "dead", "retrying", "successor", "marked", "running");
    ids.forEach(id -> queue.schedule(Jobs.job(id).tags(List.of(id)).nonce(1)));
    queue.ack(queue.claimById("done").get(0));
    queue.bury(queue.claimById("dead").get(0));
    LeaseToken retrying = queue.claimById("retrying").get(0).lease();
    queue.settle(
        new Settlement(
            retrying, new SettleRequest.Retry(300_000L, null, "no answer").unconfirmed()));
    queue.claimById("successor", "marked", "running");
    queue.cancel("marked");
    queue.schedule(Jobs.job("successor", Duration.ofHours(2)).onConflict(OnConflict.REPLACE));
    queue.schedule(Jobs.job("cancelled"));
    queue.cancel("cancelled");
    queue.schedule(Jobs.job("delayed", Duration.ofDays(400)).priority(9));
  }

  @Test
  void aLeaseTakenBeforeIsSettledAfterwards() {
    queue.schedule(Jobs.jobs("j", 2));
    List<ClaimedJob> jobs = queue.claim(2);

    store.reopen();

    assertThat(queue.claim(10)).isEmpty();
    assertThat(queue.ack(jobs.get(0))).isEqualTo(SettleOutcome.ACKED);
    advance(TestQueue.LEASE);
    assertThat(queue.ack(jobs.get(1))).isEqualTo(SettleOutcome.LEASE_LOST);
  }

  @Test
  void fencesGrowOverReopening() {
    queue.schedule(Jobs.jobs("j", 3));
    long last = 0;
    for (int i = 0; i < 3; i++) {
      long fence = queue.claimOne().lease().fence();
      assertThat(fence).isGreaterThan(last);
      last = fence;
      store.reopen();
    }
  }

  @Test
  void fencesGrowOverReopeningWhateverTheClockDoesMeanwhile() {
    assumeTrue(store.canStepBack(), "this clock cannot step back");
    // One id, as fences grow for each shard by itself.
    queue.release(queue.begin("j"));
    store.reopen();
    // Beyond what was set aside before: the next claim has to set aside again.
    advance(Duration.ofMinutes(5));
    ClaimedJob late = queue.claimOne();
    queue.release(late);
    store.reopen();
    store.stepBack(Duration.ofMinutes(5));

    assertThat(queue.claimOne().lease().fence()).isGreaterThan(late.lease().fence());
  }

  @Test
  void whatBecameDueMeanwhileIsDueAtOnce() {
    queue.schedule(Jobs.job("a", Duration.ofHours(1)));
    queue.schedule(Jobs.job("b", Duration.ofHours(3)));
    store.reopen();
    advance(Duration.ofHours(2));

    assertThat(queue.run(10)).containsExactly("a");
    advance(Duration.ofHours(1));
    assertThat(queue.run(10)).containsExactly("b");
  }

  @Test
  void aRequestIsKnownAgainByItsNonce() {
    Scheduled first = queue.schedule(Jobs.job("a", Duration.ofHours(1)).nonce(7));
    store.reopen();
    advance(Duration.ofMinutes(1));

    JobSpec.Builder again = Jobs.job("a", Duration.ofHours(1)).nonce(7);
    assertThat(queue.schedule(again.onConflict(OnConflict.REPLACE)).dueAt())
        .isEqualTo(first.dueAt());
  }

  @Test
  void settingsNumbersAndRecurringJobsSurvive() {
    QueueSettings settings =
        QueueSettings.builder()
            .maxRunning(3)
            .rate(new QueueSettings.Rate(1, Duration.ofSeconds(1), 2))
            .deadCopyTo("graveyard")
            .build();
    queue.configure(before -> settings.toBuilder());
    QueueSettings stored = queue.settings();
    long number = Answers.of(engine().reserveNumbers("orders", 10));
    Schedule minutely = Schedule.every(Duration.ofMinutes(1));
    RecurringJob.View recurring =
        queue.put(new RecurringJob("tick", minutely, Jobs.job("t").build(), MissedTicks.ALL));

    store.reopen();

    assertThat(queue.settings()).isEqualTo(settings);
    assertThat(queue.settings().version()).isEqualTo(stored.version());
    assertThat(queue.store(stored).outcome()).isEqualTo(ConfigureOutcome.STORED);
    assertThat(Answers.of(engine().queueOfNumber(number + 9))).hasValue("orders");
    assertThat(Answers.of(engine().reserveNumbers("orders", 1))).isGreaterThan(number + 9);
    assertThat(queue.recurring())
        .extracting(view -> view.job().name(), RecurringJob.View::version, RecurringJob.View::ticks)
        .containsExactly(tuple("tick", recurring.version(), recurring.ticks()));
    maintain();
    assertThat(queue.counts().waiting()).isEqualTo(1);
  }

  @Test
  void aDeletedQueueStaysDeleted() {
    queue.schedule(Jobs.jobs("j", 100));
    queue("kept").schedule(Jobs.job("a"));
    Answers.of(engine().deleteQueue(queue.name()));

    store.reopen();

    assertThat(Answers.of(engine().queues())).containsExactly("kept");
    assertThat(queue.list(Selection.ALL)).isEmpty();
  }

  @Test
  void aCopyStillToBeMadeIsMadeAfterwards() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    queue.settle(
        new Settlement(
            queue.begin("a").lease(), new SettleRequest.Bury(null, "no answer").unconfirmed()));
    store.reopen();
    maintain();

    assertThat(queue("graveyard").claimOne().run().mayHaveArrived()).isTrue();
    assertThat(queue.claimById("a").get(0).run().mayHaveArrived()).isTrue();
  }

  @Test
  void thePastOfATimelineIsKnownAfterReopening() {
    long hour = now() / HOUR * HOUR + HOUR;
    advanceTo(hour + 5 * MINUTE);
    runOne("old");
    advanceTo(hour + 26 * HOUR);
    runOne("young");
    advanceTo(hour + 26 * HOUR + 10);
    maintain();
    Timeline old = timeline(hour);
    Timeline young = timeline(hour + 26 * HOUR);

    store.reopen();

    assertThat(timeline(hour).buckets()).isEqualTo(old.buckets());
    assertThat(timeline(hour + 26 * HOUR).buckets()).isEqualTo(young.buckets());
    assertThat(old.buckets().get(0).ran()).isEqualTo(1);
    assertThat(young.buckets().get(0).ran()).isEqualTo(1);
    runOne("younger");
    assertThat(timeline(hour + 26 * HOUR).buckets().get(0).ran()).isEqualTo(2);
  }

  private void runOne(String id) {
    queue.ack(queue.begin(id));
  }

  private Timeline timeline(long hour) {
    return Answers.of(engine().timeline(queue.name(), hour, hour + HOUR, 60));
  }
}
