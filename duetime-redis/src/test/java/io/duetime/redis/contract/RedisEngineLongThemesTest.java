package io.duetime.redis.contract;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.redis.fixture.store.RedisFixture;

/** The longest themes of the contract on one server. */
@Themes(leftOutBy = RedisEngineContractTest.class)
class RedisEngineLongThemesTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture();
  }
}
