package io.duetime.engine.tck;

import io.duetime.engine.Engine;
import io.duetime.engine.Maintenance;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.engine.tck.fixture.Upkeeping;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One theme of the suite: an empty store before each test, and a queue to begin with. */
abstract class Contract {
  EngineFixture store;
  TestQueue queue;

  /** Opens an empty store. */
  abstract EngineFixture open();

  @BeforeEach
  void openStore() {
    store = open();
    queue = queue("orders");
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  final Engine engine() {
    return store.engine();
  }

  final TestQueue queue(String name) {
    return new TestQueue(store, name);
  }

  final long now() {
    return queue.now();
  }

  final void advance(Duration step) {
    store.advance(step);
  }

  final void advanceTo(long epochMillis) {
    store.advance(Duration.ofMillis(epochMillis - now()));
  }

  /** Lets upkeep do all there is to do now, and tells what that was. */
  final Maintenance maintain() {
    return Upkeeping.untilDone(engine());
  }
}
