package io.duetime.redis;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;

class RedisEngineContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture();
  }
}
