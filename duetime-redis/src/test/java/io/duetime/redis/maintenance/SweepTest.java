package io.duetime.redis.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.MissedTicks;
import io.duetime.Schedule;
import io.duetime.engine.Engine;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.fixture.store.TestStores;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A queue whose note of maintenance was lost, as by a failover, is seen to again. */
class SweepTest {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration WHOLE = Duration.ofMinutes(2);

  private final RedisFixture store = new RedisFixture();
  private final TestQueue queue = new TestQueue(store, "orders");
  private final List<Engine> others = new ArrayList<>();

  @AfterEach
  void close() {
    others.forEach(Engine::close);
    store.close();
  }

  private static long maintain(Engine engine) {
    return Answers.of(engine.maintain()).leasesLost();
  }

  /** No call waits for notes: the test awaits those that are on their way. */
  private void loseNotes(int noted) {
    String home = store.key("orders", "");
    String maintenance = home.substring(0, home.indexOf('{')) + "maintenance";
    Waiting.until(
        noted + " notes", () -> TestStores.SERVER.call("ZCARD", maintenance).equals("" + noted));
    TestStores.SERVER.call("DEL", maintenance);
  }

  private Engine another() {
    Engine other = store.another();
    others.add(other);
    return other;
  }

  @Test
  void aLostLeaseIsSettledWithoutANote() {
    queue.schedule(Jobs.job("a"));
    maintain(store.engine());
    queue.claim(1);
    loseNotes(1);
    store.advance(WHOLE);

    assertThat(maintain(another())).isEqualTo(1);
  }

  @Test
  void ticksAreMadeAgain() {
    Answers.of(store.engine().putRecurring("orders", RecurringChange.of(recurring("tick", WHOLE))));
    maintain(store.engine());
    loseNotes(1);
    store.advance(WHOLE);

    assertThat(Answers.of(another().maintain()).ticks()).isPositive();
  }

  @Test
  void processesGoTheWayInTurns() {
    queue.schedule(Jobs.job("a"));
    maintain(store.engine());
    queue.claim(1);
    store.advance(TestQueue.LEASE);
    loseNotes(1);
    Engine other = another();

    assertThat(maintain(other)).isZero();
    assertThat(maintain(store.engine())).isZero();
    store.advance(WHOLE);
    assertThat(maintain(other) + maintain(store.engine())).isEqualTo(1);
  }

  @Test
  void manyQueuesAreGoneOverPieceByPiece() {
    List<TestQueue> queues =
        IntStream.range(0, 70).mapToObj(i -> new TestQueue(store, "queue" + i)).toList();
    queues.forEach(one -> one.schedule(Jobs.job("a")));
    IntStream.range(0, 2).forEach(i -> maintain(store.engine()));
    queues.forEach(one -> one.claim(1));
    loseNotes(70);
    store.advance(WHOLE);

    List<Long> lost = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      lost.add(maintain(store.engine()));
      store.advance(PAUSE);
    }

    assertThat(lost).allMatch(some -> some <= 50);
    assertThat(lost.stream().mapToLong(Long::longValue).sum()).isEqualTo(70);
  }

  private static RecurringJob recurring(String name, Duration every) {
    return new RecurringJob(
        name, Schedule.every(every), Jobs.job(name).build(), MissedTicks.LATEST);
  }
}
