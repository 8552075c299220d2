package io.duetime.embedded;

import io.duetime.embedded.fixture.EmbeddedFixture;
import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;

class EmbeddedEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new EmbeddedFixture(4_096);
  }
}
