package io.duetime.engine.tck.store;

import static io.duetime.engine.tck.transfer.Transferred.all;
import static io.duetime.engine.tck.transfer.Transferred.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.Overlap;
import io.duetime.PendingTicks;
import io.duetime.RetryPolicy;
import io.duetime.Schedule;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.TickRules;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.engine.tck.transfer.Transferred;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A store that is taken out, also while work goes on, and put into another one is the same there.
 */
public abstract class TransferContract extends Contract {
  private static final long SEED = 20_261_122;
  private static final int ROUNDS = 6;
  private static final int KEPT = 30;
  private static final int CHANGES = 4;

  /** Long enough that no store keeps all jobs in one place for being small. */
  private static final String PAYLOAD = "x".repeat(100);

  private EngineFixture other;

  @BeforeEach
  void openOther() {
    assumeTrue(engine() instanceof Transfer.Movable, "this engine's store cannot be taken out");
    other = open();
  }

  @AfterEach
  void closeOther() {
    if (other != null) {
      other.close();
    }
  }

  @Test
  void everythingIsThereAsItWas() {
    fill();

    assertThat(put(other.engine(), all(engine()))).doesNotContain(false);

    if (other.engine().capabilities().durable()) {
      other.reopen();
    }
    assertSame(all(other.engine()), all(engine()));
    assertThat(moved().counts()).isEqualTo(queue.counts());
    assertThat(moved().claimOne().lease().fence())
        .isGreaterThan(queue.get("running").traits().fence());
  }

  @Test
  void whatIsThereAlreadyStays() {
    fill();
    List<StoreEntry> entries = all(engine());
    put(other.engine(), entries);

    assertThat(put(other.engine(), entries).subList(1, entries.size())).doesNotContain(true);

    assertSame(all(other.engine()), all(engine()));
  }

  @Test
  void aLeaseGoesOnInTheOtherStore() {
    ClaimedJob running = queue.begin("a");
    queue.settle(new Settlement(running.lease(), new SettleRequest.Extend(30_000, "half")));

    put(other.engine(), all(engine()));

    assertThat(moved().claim(1)).isEmpty();
    assertThat(moved().get("a").lease()).isEqualTo(queue.get("a").lease());
    assertThat(moved().ack(running)).isEqualTo(SettleOutcome.ACKED);
  }

  @Test
  void ofARecurringJobItIsKnownWhatHasBegunAndWhatWaits() {
    long second = 1_000;
    TickRules rules = TickRules.of(MissedTicks.LATEST).withOverlap(Overlap.WAIT);
    Schedule schedule = Schedule.every(Duration.ofMillis(second));
    queue.put(new RecurringJob("tick", schedule, Jobs.job("t").build(), rules));
    long first = now() - now() % second + second;
    advanceTo(first);
    maintain();
    ClaimedJob running = queue.claimOne();
    advanceTo(first + second);
    maintain();
    other.advance(Duration.ofMillis(queue.now() - moved().now()));

    put(other.engine(), all(engine()));

    assertThat(moved().claim(10)).isEmpty();
    moved().ack(running);
    String waited = "tick@" + Instant.ofEpochMilli(first + second);
    assertThat(TestQueue.ids(moved().claim(10))).containsExactly(waited);
  }

  @Test
  void anAttemptThatMayHaveHadItsEffectIsKnownThere() {
    queue.configure(settings -> settings.deadCopyTo("graveyard"));
    queue.settle(
        new Settlement(
            queue.begin("a").lease(), new SettleRequest.Bury(null, "no answer").unconfirmed()));
    maintain();
    queue.settle(new Settlement(queue.begin("b").lease(), SettleRequest.release().unconfirmed()));

    put(other.engine(), all(engine()));

    TestQueue graves = new TestQueue(other, "graveyard");
    assertThat(graves.claimOne().run().mayHaveArrived()).isTrue();
    assertThat(moved().claimOne().run().mayHaveArrived()).isTrue();
    assertThat(moved().claimById("a").get(0).run().mayHaveArrived()).isTrue();
  }

  @Test
  void aLeaseThatIsLostThereIsSettledThere() {
    queue.begin(Jobs.job("a").retry(RetryPolicy.none()));

    put(other.engine(), all(engine()));
    other.advance(TestQueue.LEASE);

    assertThat(moved().claim(1)).isEmpty();
    assertThat(moved().state("a")).isEqualTo(JobState.DEAD);
  }

  @Test
  void anIdThatIsTakenThereKeepsItsJob() {
    queue.schedule(Jobs.job("a").priority(1));
    moved().schedule(Jobs.job("a").priority(2));

    assertThat(put(other.engine(), all(engine()))).containsOnly(false);

    assertThat(moved().get("a").traits().priority()).isEqualTo(2);
  }

  @Test
  void aDeadJobThatIsKeptNoLongerIsLeftOut() {
    queue.configure(settings -> settings.deadRetention(Duration.ofDays(7)));
    queue.bury(queue.begin("a"));
    advance(Duration.ofDays(7));

    assertThat(all(engine())).noneMatch(StoreEntry.Job.class::isInstance);
  }

  @Test
  void aRecurringJobThatWasRemovedThereIsTakenAndRepeatsNoTick() {
    queue.put(everyMinute());
    List<StoreEntry> definition =
        all(engine()).stream().filter(StoreEntry.RecurringJob.class::isInstance).toList();
    put(other.engine(), definition);
    other.advance(Duration.ofMinutes(3));
    moved().run(10);
    Answers.of(
        other
            .engine()
            .removeRecurring(
                queue.name(), everyMinute().name(), OptionalLong.empty(), PendingTicks.WITHDRAW));
    moved().run(10);

    assertThat(put(other.engine(), definition)).containsExactly(true);

    assertThat(moved().recurring()).hasSize(1);
    assertThat(moved().run(10)).isEmpty();
    other.advance(Duration.ofMinutes(1));
    assertThat(moved().run(10)).hasSize(1);
  }

  private TestQueue moved() {
    return new TestQueue(other, queue.name());
  }

  private void fill() {
    queue("gone").begin("a");
    Answers.of(engine().deleteQueue("gone"));
    Answers.of(engine().reserveNumbers("numbers", 10));
    queue.configure(
        settings -> settings.deadCopyTo("dead-copies").retention(Duration.ofDays(1)).maxRunning(9));
    queue.put(everyMinute());
    fillWithEnded();
    fillWithWaiting();
    queue.begin(Jobs.job("running").priority(0));
    queue.schedule(Jobs.job("running", Duration.ofDays(1)).onConflict(OnConflict.REPLACE));
    Answers.of(engine().reserveNumbers(queue.name(), 2));
    queue.begin(Jobs.job("marked").priority(0));
    queue.cancel("marked");
  }

  private void fillWithEnded() {
    queue.settle(
        new Settlement(
            queue.begin(Jobs.job("done").nonce(77)).lease(), new SettleRequest.Ack("topic a")));
    ClaimedJob failing = queue.begin(Jobs.job("dead").tags(List.of("t1", "t2")).nonce(-5));
    queue.retry(failing, Duration.ZERO);
    queue.bury(queue.claimOne());
    queue.schedule(Jobs.job("cancelled", Duration.ofHours(1)));
    queue.cancel("cancelled");
  }

  private void fillWithWaiting() {
    queue.schedule(Jobs.everything("bytes", DueTime.after(5_000)));
    queue.schedule(
        Jobs.job("expires", Duration.ofHours(1))
            .expiry(new Expiry.At(Instant.ofEpochSecond(4_000_000_000L, 5), Expiry.Action.BURY)));
    for (int i = 0; i < 20; i++) {
      queue.schedule(Jobs.job("level-" + i, Duration.ofMinutes(i % 4)).priority(i * 10L));
    }
    queue.schedule(
        Jobs.job("put-off", Duration.ofHours(1))
            .onConflict(OnConflict.debounce(Duration.ofHours(2))));
    advance(Duration.ofSeconds(1));
    other.advance(Duration.ofSeconds(1));
    queue.reschedule("level-3", DueTime.after(0));
    queue.change(
        Selection.WAITING.among(List.of("put-off")), new BulkChange.Shift("task", 5, 0, now()));
  }

  private static RecurringJob everyMinute() {
    return new RecurringJob(
        "tick",
        Schedule.every(Duration.ofMinutes(1)),
        Jobs.job("template").priority(3).build(),
        MissedTicks.ALL);
  }

  private static void assertSame(List<StoreEntry> actual, List<StoreEntry> expected) {
    assertThat(actual)
        .usingRecursiveFieldByFieldElementComparator(
            RecursiveComparisonConfiguration.builder().withStrictTypeChecking(true).build())
        .containsExactlyElementsOf(expected);
  }

  private final Random random = new Random(SEED);
  private final Map<String, ClaimedJob> held = new HashMap<>();
  private final Map<String, Set<JobState>> states = new HashMap<>();
  private final Set<String> passing = new HashSet<>();

  @Test
  void aJobThatIsThereThroughoutIsTakenOutOnceInAStateItHad() {
    scheduleKept();
    for (int round = 0; round < ROUNDS; round++) {
      states.clear();
      kept().forEach(this::note);
      Map<String, JobState> taken =
          Transferred.jobs(engine(), queue.name(), 1 + random.nextInt(4), this::work).stream()
              .collect(Collectors.toMap(TransferContract::id, this::state));

      assertThat(taken.keySet()).as("seed %d, round %d", SEED, round).containsAll(kept());
      assertThat(kept())
          .as("seed %d, round %d", SEED, round)
          .allSatisfy(id -> assertThat(states.get(id)).as(id).contains(taken.get(id)));
      advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void whatWasPutInHalfwayIsPutInAgainWithoutDoubles() {
    scheduleKept();
    queue.bury(queue.claimOne());
    List<StoreEntry> all = all(engine());

    List<Boolean> first = put(other.engine(), all.subList(0, all.size() / 2));
    List<Boolean> again = put(other.engine(), all);

    assertThat(again.subList(2, first.size())).containsOnly(false);
    assertThat(again.subList(first.size(), again.size())).containsOnly(true);
    assertThat(Transferred.jobs(other.engine(), queue.name(), KEPT, () -> {})).hasSize(KEPT);
  }

  private void scheduleKept() {
    queue.configure(settings -> settings.retention(Duration.ofDays(1)));
    queue.schedule(kept().stream().map(id -> job(id).build()).toList());
  }

  private static List<String> kept() {
    return IntStream.range(0, KEPT).mapToObj(i -> "kept-" + i).toList();
  }

  private static JobSpec.Builder job(String id) {
    return JobSpec.builder(id, Jobs.text(PAYLOAD), DueTime.after(0));
  }

  private static String id(StoreEntry.Job entry) {
    return entry.job().head().id();
  }

  private JobState state(StoreEntry.Job entry) {
    return entry.job().head().stateAt(now());
  }

  private void note(String id) {
    states.computeIfAbsent(id, first -> EnumSet.noneOf(JobState.class)).add(queue.get(id).state());
  }

  private void work() {
    for (int i = 0; i < CHANGES; i++) {
      String id = "kept-" + random.nextInt(KEPT);
      change(id);
      note(id);
    }
    comeAndGo();
  }

  /** Each change but the last has the job elsewhere in any order by time or by state. */
  private void change(String id) {
    ClaimedJob job = held.remove(id);
    if (job != null) {
      end(job);
      return;
    }
    switch (queue.get(id).state()) {
      case DELAYED -> move(id);
      case READY, CANCELLED -> claim(id);
      case DEAD -> redrive(id);
      case DONE, RUNNING -> queue.schedule(again(id));
    }
  }

  private void move(String id) {
    if (random.nextBoolean()) {
      queue.cancel(id);
    } else {
      queue.reschedule(id, DueTime.after(random.nextInt(3) * 1_000L));
    }
  }

  private void redrive(String id) {
    queue.change(Selection.ALL.in(JobState.DEAD).among(List.of(id)), new BulkChange.Redrive(0));
  }

  private JobSpec.Builder again(String id) {
    return job(id).onConflict(OnConflict.REPLACE);
  }

  private void claim(String id) {
    queue.claimById(id).forEach(job -> held.put(id, job));
  }

  private void end(ClaimedJob job) {
    switch (random.nextInt(4)) {
      case 0 -> queue.ack(job);
      case 1 -> queue.bury(job);
      case 2 -> queue.release(job);
      default -> queue.retry(job, Duration.ofSeconds(random.nextInt(3)));
    }
  }

  /** Adds and removes jobs, so that the table that holds them grows and shrinks. */
  private void comeAndGo() {
    for (int i = 0; i < CHANGES; i++) {
      String id = "passing-" + random.nextInt(10 * KEPT);
      if (passing.remove(id)) {
        queue.cancel(id);
      } else if (passing.add(id)) {
        queue.schedule(job(id).retention(Duration.ZERO));
      }
    }
  }
}
