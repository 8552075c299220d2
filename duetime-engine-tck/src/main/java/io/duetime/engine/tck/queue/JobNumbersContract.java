package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.OnConflict;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers of jobs whose id is not one. */
public abstract class JobNumbersContract extends Contract {
  private static final int RESERVED = 2_000;

  /** The number before those of the queue; the tests count from it. */
  private long before;

  @BeforeEach
  void reserve() {
    before = Answers.of(engine().reserveNumbers(queue.name(), RESERVED)) - 1;
  }

  private Map<String, Long> number(Map<String, Long> proposals) {
    return moved(Answers.of(engine().numberJobs(queue.name(), moved(proposals, before))), -before);
  }

  private static Map<String, Long> moved(Map<String, Long> numbers, long by) {
    Map<String, Long> moved = new HashMap<>();
    numbers.forEach((id, number) -> moved.put(id, number + by));
    return moved;
  }

  private long number(String id, long proposal) {
    return Objects.requireNonNull(number(Map.of(id, proposal)).get(id));
  }

  private Optional<String> id(long number) {
    return Answers.of(engine().idOfNumber(queue.name(), before + number));
  }

  @Test
  void aJobGetsTheProposedNumberAndKeepsIt() {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("later", Duration.ofHours(1)));

    assertThat(number(Map.of("a", 17L, "later", 18L, "unknown", 19L)))
        .isEqualTo(Map.of("a", 17L, "later", 18L));

    assertThat(number(Map.of("a", 27L, "later", 28L))).isEqualTo(Map.of("a", 17L, "later", 18L));
    assertThat(id(17)).hasValue("a");
    assertThat(id(18)).hasValue("later");
    assertThat(id(19)).isEmpty();
    assertThat(id(27)).isEmpty();
  }

  @Test
  void aNumberChangesNothingElseOfAJob() {
    queue.schedule(Jobs.job("a", Duration.ofMinutes(1)).priority(7).nonce(5));
    JobView before = queue.get("a");

    number("a", 17);

    assertThat(queue.get("a")).usingRecursiveComparison().isEqualTo(before);
    assertThat(queue.counts().waiting()).isOne();
    advance(Duration.ofMinutes(1));
    assertThat(queue.run(10)).containsExactly("a");
  }

  @Test
  void aNumberStaysThroughAttemptsDeathAndRedrive() {
    queue.schedule(Jobs.job("a"));
    queue.release(queue.claimOne());
    ClaimedJob running = queue.claimOne();
    number("a", 17);
    queue.retry(running, Duration.ZERO);
    queue.bury(queue.claimOne());
    assertThat(id(17)).hasValue("a");

    queue.change(Selection.ALL.in(JobState.DEAD), new BulkChange.Redrive(0));
    assertThat(id(17)).hasValue("a");
    queue.release(queue.claimOne());

    assertThat(number("a", 27)).isEqualTo(17);
  }

  @Test
  void aNumberEndsWithItsJob() {
    queue.schedule(Jobs.job("a"));
    number("a", 17);
    queue.ack(queue.claimOne());
    assertThat(id(17)).isEmpty();
    assertThat(number(Map.of("a", 18L))).isEmpty();

    queue.schedule(Jobs.job("a"));

    assertThat(id(17)).isEmpty();
    assertThat(number("a", 19)).isEqualTo(19);
    queue.cancel("a");
    assertThat(id(19)).isEmpty();
  }

  @Test
  void aRememberedJobHasItsNumber() {
    queue.configure(settings -> settings.retention(Duration.ofMinutes(1)));
    queue.schedule(Jobs.job("a"));
    number("a", 17);
    queue.ack(queue.claimOne());

    assertThat(id(17)).hasValue("a");
    advance(Duration.ofMinutes(1));

    assertThat(id(17)).isEmpty();
  }

  @Test
  void aReplacingRequestKeepsTheNumberAndASuccessorHasNone() {
    queue.schedule(Jobs.job("a", Duration.ofHours(1)));
    number("a", 17);
    queue.schedule(Jobs.job("a").onConflict(OnConflict.REPLACE));
    assertThat(id(17)).hasValue("a");

    ClaimedJob running = queue.claimOne();
    queue.schedule(Jobs.job("a").onConflict(OnConflict.REPLACE));
    assertThat(id(17)).hasValue("a");
    queue.ack(running);

    assertThat(id(17)).isEmpty();
    assertThat(number("a", 18)).isEqualTo(18);
  }

  @Test
  void numbersSurviveReopening() {
    assumeTrue(engine().capabilities().durable(), "nothing outlives the process");
    queue.schedule(Jobs.job("waiting"));
    queue.schedule(Jobs.job("running").priority(0));
    queue.claimOne();
    number(Map.of("waiting", 17L, "running", 18L));

    store.reopen();

    assertThat(id(17)).hasValue("waiting");
    assertThat(id(18)).hasValue("running");
    assertThat(number("waiting", 27)).isEqualTo(17);
  }

  @Test
  void aDeletedQueueHasNoNumbers() {
    queue.schedule(Jobs.job("a"));
    number("a", 17);
    Answers.of(engine().deleteQueue(queue.name()));
    assertThat(id(17)).isEmpty();
    assertThat(number(Map.of("a", 18L))).isEmpty();

    queue.schedule(Jobs.job("a"));

    assertThat(id(17)).isEmpty();
  }

  @Test
  void maintenanceLeavesTheNumbersOfJobs() {
    Map<String, Long> proposals = new HashMap<>();
    for (int i = 0; i < 500; i++) {
      queue.schedule(Jobs.job("j" + i));
      proposals.put("j" + i, 1_000L + i);
    }
    number(proposals);
    while (queue.counts().waiting() > 10) {
      queue.claim((int) queue.counts().waiting() - 10).forEach(queue::ack);
    }

    maintain();

    assertThat(queue.counts().waiting()).isEqualTo(10);
    queue
        .list(Selection.ALL)
        .forEach(job ->
            assertThat(id(Objects.requireNonNull(proposals.get(job.id())))).hasValue(job.id()));
  }

  @Test
  void anInvalidNumberIsRefused() {
    assertRefused(Map.of("a", -before));
    assertRefused(Map.of("a", (1L << 53) - before));
    assertRefused(Map.of("a", 7L, "b", 7L));
  }

  @Test
  void aNumberThatWasNotReservedForTheQueueIsRefused() {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    long foreign = Answers.of(engine().reserveNumbers("another", 10)) - before;

    assertRefused(Map.of("a", 7L, "b", foreign)).hasMessageContaining("number");
    assertRefused(Map.of("a", foreign + 10));

    assertThat(id(7)).isEmpty();
    assertThat(number("a", 7)).isEqualTo(7);
  }

  @Test
  void theNumberOfAnotherJobIsRefused() {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    queue.schedule(Jobs.job("c"));
    number("a", 7);

    assertRefused(Map.of("b", 7L, "c", 8L)).hasMessageContaining("number");

    assertThat(id(7)).hasValue("a");
    assertThat(id(8)).isEmpty();
    assertThat(number("b", 8)).isEqualTo(8);
    queue.cancel("a");
    assertThat(number("c", 7)).isEqualTo(7);
    assertThat(id(7)).hasValue("c");
  }

  private AbstractThrowableAssert<?, ?> assertRefused(Map<String, Long> proposals) {
    return assertThatThrownBy(() -> number(proposals)).isInstanceOf(InvalidRequestException.class);
  }
}
