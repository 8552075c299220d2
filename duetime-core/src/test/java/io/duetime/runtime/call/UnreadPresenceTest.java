package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.QueueConsumer;
import io.duetime.RetryableException;
import io.duetime.runtime.call.Presence.Working;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told of jobs and consumers where the presence of other processes cannot be read. */
class UnreadPresenceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private final RetryableException down =
      new RetryableException(ErrorCode.STORE_UNAVAILABLE, "node down");

  private final Simulation world = Simulation.begin();

  @BeforeEach
  void hang() {
    world.queue().schedule("a", "x", Duration.ZERO);
    put("other", world.time.instant().toEpochMilli());
  }

  @AfterEach
  void close() {
    world.engine.letGo("documents");
    world.close();
  }

  private void put(String process, long atMillis) {
    Working hung = new Working("orders", "w", 1, 0, 1, true, 1, List.of("hung"));
    Presence presence = new Presence(process, atMillis, null, List.of(hung), List.of(), 0);
    world.done(
        world.engine.engine().putDocument(Presence.COLLECTION, process, 0, presence.encode()));
  }

  private List<String> consumers() {
    return world.duetime().admin("orders").consumers().stream().map(QueueConsumer::name).toList();
  }

  private Explanation explanation() {
    return world.queue().explain("a");
  }

  @Test
  void theyAreToldWithTheProcessesThatWereReadBeforeAndWithNoneAfter15Seconds() {
    assertThat(consumers()).containsExactly("w@other");
    world.engine.refuse("documents", down);
    world.pass(SECOND.multipliedBy(5));

    assertThat(consumers()).containsExactly("w@other");
    assertThat(explanation().why()).isEqualTo(Why.HANDLERS_BUSY);

    world.pass(SECOND.multipliedBy(10));
    assertThat(consumers()).isEmpty();
    assertThat(explanation().why()).isEqualTo(Why.NO_CONSUMER);
  }

  @Test
  void theyAreToldWithinASecondIfTheStoreDoesNotAnswer() {
    world.engine.hold("documents");

    assertThat(consumers()).isEmpty();
    assertThat(world.since()).isEqualTo("1s");

    world.engine.letGo("documents");
    assertThat(consumers()).containsExactly("w@other");
    assertThat(world.since()).isEqualTo("1s");
  }

  @Test
  void theyDeleteNoDocuments() {
    put("old", 0);

    assertThat(consumers()).containsExactly("w@other");

    assertThat(world.engine.calls("deleteDocument")).isZero();
  }
}
