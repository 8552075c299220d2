package io.duetime.redis.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.link.ObservedLink;
import io.duetime.redis.fixture.store.RedisFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No script reads many large records at once: it ends after some of them, and is called again. */
class BoundsTest {
  private static final int JOBS = 10;
  private static final byte[] MIB = new byte[1 << 20];

  private ObservedLink link;
  private final RedisFixture store = new RedisFixture(inner -> link = new ObservedLink(inner));
  private final TestQueue queue = new TestQueue(store, "orders");

  @BeforeEach
  void scheduleLargeJobs() {
    for (int i = 0; i < JOBS; i++) {
      queue.schedule(
          JobSpec.builder("a" + i, JobBody.of(MIB), DueTime.after(0)).retry(RetryPolicy.none()));
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aStepOfAChangeStopsAfterItsBytes() {
    BulkChange.Cancel cancel = new BulkChange.Cancel();

    BulkChange.Step step =
        Answers.of(store.engine().change(queue.name(), Selection.ALL, cancel, null, 500));

    assertThat(step.changed()).isBetween(1, JOBS - 1);
    assertThat(queue.change(Selection.ALL, cancel)).isEqualTo(JOBS - step.changed());
    assertThat(queue.counts().waiting()).isZero();
  }

  @Test
  void aStepOfMaintenanceStopsAfterItsBytes() {
    for (int claimed = 0; claimed < JOBS; ) {
      claimed += queue.claim(JOBS).size();
    }
    store.advance(TestQueue.LEASE);

    Maintenance step = Answers.of(store.engine().maintain());

    assertThat(step.leasesLost()).isBetween(1, JOBS - 1);
    Answers.maintained(store.engine());
    assertThat(queue.counts().dead()).isEqualTo(JOBS);
  }

  @Test
  void lostLeasesAreSettledBeforeAnythingIsChanged() {
    for (int claimed = 0; claimed < JOBS; ) {
      claimed += queue.claim(JOBS).size();
    }
    store.advance(TestQueue.LEASE);

    assertThat(queue.change(Selection.ALL, new BulkChange.Purge())).isEqualTo(JOBS);
  }

  private List<String> ids() {
    return IntStream.range(0, JOBS).mapToObj(i -> "a" + i).toList();
  }

  private void assertInSteps(String script, Runnable call) {
    int before = link.calls(script);
    call.run();
    assertThat(link.calls(script) - before).isBetween(2, JOBS - 1);
  }

  @Test
  void jobsThatAreCancelledByTheirIdsAreReadInSteps() {
    assertInSteps(
        "cancel",
        () ->
            assertThat(Answers.of(store.engine().cancel(queue.name(), ids(), Durability.NONE)))
                .hasSize(JOBS)
                .allMatch(result -> result.outcome() == CancelOutcome.CANCELLED));
  }

  @Test
  void jobsThatAreMovedByTheirIdsAreReadInSteps() {
    List<Reschedule> moves =
        ids().stream()
            .map(id -> new Reschedule(id, DueTime.after(1_000), Reschedule.Condition.ALWAYS))
            .toList();

    assertInSteps(
        "reschedule",
        () ->
            assertThat(Answers.of(store.engine().reschedule(queue.name(), moves, Durability.NONE)))
                .hasSize(JOBS)
                .allMatch(result -> result.outcome() == RescheduleOutcome.RESCHEDULED));
  }

  @Test
  void jobsThatStandWhereOthersAreScheduledAreReadInSteps() {
    List<JobSpec> again = ids().stream().map(id -> Jobs.job(id).build()).toList();

    assertInSteps(
        "schedule_all",
        () ->
            assertThat(Answers.of(store.engine().schedule(queue.name(), again, Durability.NONE)))
                .extracting(Scheduled::id, Scheduled::outcome)
                .containsExactlyElementsOf(
                    ids().stream().map(id -> tuple(id, ScheduleOutcome.KEPT)).toList()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ack_all", "settle"})
  void jobsWhoseLeasesAreSettledAreReadInSteps(String script) {
    queue.configure(settings -> settings.retention(Duration.ofHours(1)));
    List<Settlement> all = new ArrayList<>();
    while (all.size() < JOBS) {
      queue
          .claim(JOBS)
          .forEach(job ->
              all.add(
                  script.equals("ack_all")
                      ? Settlement.ack(job.lease())
                      : new Settlement(job.lease(), new SettleRequest.Bury(null, "broken"))));
    }

    assertInSteps(
        script,
        () ->
            assertThat(Answers.of(store.engine().settle(queue.name(), all, Durability.NONE)))
                .hasSize(JOBS)
                .allMatch(result -> result.outcome() != SettleOutcome.LEASE_LOST));
  }

  @Test
  void theStateOfAPlainLeaseIsLongEnoughForItsHashToBeATable() {
    assertThat(queue.claim(1)).hasSize(1);

    String runs = store.key(queue.name(), "runs");
    assertThat(store.call("HSTRLEN", runs, "a0")).isEqualTo("65");
    assertThat(store.call("OBJECT", "ENCODING", runs)).isEqualTo("hashtable");
  }
}
