package io.duetime.redis.time;

import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.store.StoreKeys;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that uses the server's clock, which cannot be set: advancing it waits. */
final class ServerClockFixture implements EngineFixture {
  private final String prefix = TestStores.newPrefix();
  private final Engine engine = new SameMachine(TestStores.open(new StoreKeys(prefix)));

  /** Reads the server's clock without asking it, as it runs on this machine. */
  private static final class SameMachine extends ForwardingEngine {
    SameMachine(Engine engine) {
      super(engine);
    }

    @Override
    public CompletionStage<Long> nowMillis() {
      return CompletableFuture.completedStage(SystemTime.clock().millis());
    }
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void advance(Duration step) {
    long until = now() + step.toMillis();
    SignalAwaiter.until("the server's " + until, () -> now() >= until);
  }

  private long now() {
    return Answers.of(engine.nowMillis());
  }

  @Override
  public void close() {
    engine.close();
    TestStores.clear(prefix);
  }
}
