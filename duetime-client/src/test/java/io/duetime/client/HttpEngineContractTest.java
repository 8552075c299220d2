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
    return new ServedMemory();
  }

  private static final class ServedMemory extends SteppedFixture {
    private final ServedStore store = new ServedStore(new MemoryEngine(clock));

    @Override
    public Engine engine() {
      return store.engine();
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
