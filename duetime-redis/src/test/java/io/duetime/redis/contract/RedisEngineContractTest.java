package io.duetime.redis.contract;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.redis.fixture.store.RedisFixture;

class RedisEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture();
  }
}
