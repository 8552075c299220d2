package io.duetime.engine.tck;

import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.duetime.engine.Engine;
import io.duetime.engine.Maintenance;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.engine.tck.fixture.Upkeeping;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/**
 * One theme of the suite: an empty store before each test, and a queue to begin with. An engine
 * that hangs, in a loop too, fails its case within the limit; cases that run long by a flag have
 * longer.
 */
@Timeout(value = Contract.MINUTES, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
abstract class Contract {
  /** Guards against hanging: the slowest case takes seconds. */
  static final long MINUTES = 2;

  /** The same for cases that run long by a flag. */
  static final long LONG_MINUTES = 60;

  private static final Duration LIMIT =
      Duration.ofMinutes(Boolean.getBoolean("duetime.long") ? LONG_MINUTES : MINUTES);

  EngineFixture store;
  TestQueue queue;

  /** Opens an empty store. */
  abstract EngineFixture open();

  @BeforeEach
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
  void openStore() {
    store = open();
    queue = queue("orders");
  }

  @AfterEach
  @Timeout(value = MINUTES, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD)
  void closeStore() {
    store.close();
  }

  /** A case with a limit of its own, which the annotation gives to no dynamic test. */
  static DynamicTest limited(String name, Executable check) {
    return DynamicTest.dynamicTest(name, () -> Assertions.assertTimeoutPreemptively(LIMIT, check));
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
