package io.duetime.redis.contract;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.Themes;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.model.StateTableContract;
import io.duetime.redis.fixture.store.OldestServer;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.internal.store.QueueShards;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The contract on the oldest server; its longest part, the state table, in long runs alone: the
 * model and the other parts meet its rows too.
 */
@ExtendWith(OldestServer.IsHere.class)
@Themes(except = StateTableContract.class, allInLongRuns = true)
@Tag("full")
class OldestServerContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture(OldestServer.ALONE, QueueShards.UNSPLIT);
  }
}
