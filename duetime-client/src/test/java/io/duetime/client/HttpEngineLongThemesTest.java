package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;

/** The longest themes of the contract suite against a server over the memory engine. */
@Themes(leftOutBy = HttpEngineContractTest.class)
class HttpEngineLongThemesTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFixture(new MemoryFixture());
  }
}
