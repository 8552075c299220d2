package io.duetime.engine.tck;

import io.duetime.engine.tck.fixture.EngineFixture;

class MemoryEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new MemoryFixture();
  }
}
