package io.duetime.client;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.SteppedFixture;
import io.duetime.internal.memory.MemoryEngine;

/** The contract suite against a server over the memory engine. */
class HttpEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFixture(new Memory());
  }

  private static final class Memory extends SteppedFixture {
    private final Engine engine = new MemoryEngine(clock);

    @Override
    public Engine engine() {
      return engine;
    }

    @Override
    public void close() {
      engine.close();
    }
  }
}
