package io.duetime.redis.contract;

import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.redis.fixture.store.OldestServer;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.internal.shard.QueueShards;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The contract on the oldest server; its longest part, the state table, in long runs alone. */
@ExtendWith({OldestServer.IsHere.class, OldestServerContractTest.InShort.class})
@Tag("full")
class OldestServerContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new RedisFixture(OldestServer.ALONE, QueueShards.UNSPLIT);
  }

  /** Leaves out the rows of the state table: the model and the other parts meet them too. */
  static final class InShort implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
      boolean isTable =
          test.getTestClass().filter(part -> part.getSimpleName().equals("StateTable")).isPresent();
      return isTable && !Boolean.getBoolean("duetime.long")
          ? ConditionEvaluationResult.disabled("with -Dduetime.long=true alone")
          : ConditionEvaluationResult.enabled("short");
    }
  }
}
