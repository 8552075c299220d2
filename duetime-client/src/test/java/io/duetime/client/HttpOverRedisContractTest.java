package io.duetime.client;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.redis.fixture.store.RedisFixture;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The contract suite against a server over a store in Redis; in the long lanes alone, as each half
 * of the way has the suite in the others.
 */
@ThemesOfStores
@EnabledIfSystemProperty(named = "duetime.long", matches = "true")
class HttpOverRedisContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new ServedFixture(new RedisFixture());
  }
}
