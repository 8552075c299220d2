package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;

/** The contract suite against a server over the memory engine. */
class HttpEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFixture(new MemoryFixture());
  }
}
