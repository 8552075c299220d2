package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.model.ModelContract;
import io.duetime.engine.tck.model.StateTableContract;

/** The contract suite against a server over the memory engine, but for its longest themes. */
@Themes(except = {StateTableContract.class, ModelContract.class})
class HttpEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFixture(new MemoryFixture());
  }
}
