package io.duetime.engine.tck;

class MemoryEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new MemoryFixture();
  }
}
