package io.duetime.redis.contract;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.history.ConcurrencyContract;
import io.duetime.engine.tck.model.ModelContract;
import io.duetime.engine.tck.model.StateTableContract;
import io.duetime.redis.fixture.store.RedisFixture;

/** The contract on one server, but for its longest themes. */
@Themes(except = {StateTableContract.class, ModelContract.class, ConcurrencyContract.class})
class RedisEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture();
  }
}
