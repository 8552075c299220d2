package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.redis.fixture.store.RedisFixture;
import org.junit.jupiter.api.Tag;

/** The contract suite against a server over a store in Redis. */
@ThemesOfStores
@Tag("full")
class HttpOverRedisContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFixture(new RedisFixture());
  }
}
