package io.duetime.redis.contract;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.model.StateTableContract;
import io.duetime.redis.fixture.store.ClusterStores;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.internal.store.QueueShards;
import org.junit.jupiter.api.Tag;

/**
 * The contract on a cluster of three masters; the state table in long runs alone, as each of its
 * rows is about one job, which one master has.
 */
@Themes(except = StateTableContract.class, allInLongRuns = true)
@Tag("full")
class ClusterContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture(ClusterStores.ALL, QueueShards.UNSPLIT);
  }
}
