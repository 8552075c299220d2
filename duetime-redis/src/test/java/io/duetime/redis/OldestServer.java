package io.duetime.redis;

import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.internal.link.LinkSettings;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.lettuce.Links;
import io.lettuce.core.RedisClient;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One server of the oldest version that the engine works with, which keeps what it is told; for
 * tests that are run with it whatever server the others are run with.
 */
final class OldestServer implements Servers {
  static final OldestServer ALONE = new OldestServer();

  private final RedisProcess redis =
      RedisProcess.startOldest("--appendonly", "yes", "--appendfsync", "always");
  private final RedisClient client = RedisClient.create(redis.uri());

  private OldestServer() {
    TestStores.loadScripts(redis);
  }

  RedisProcess redis() {
    return redis;
  }

  @Override
  public RedisLink link() {
    return Links.on(client, LinkSettings.DEFAULT);
  }

  @Override
  public String call(String command, String key, String... more) {
    return redis.call(
        Stream.concat(Stream.of(command, key), Stream.of(more)).toArray(String[]::new));
  }

  @Override
  public void clear(String prefix) {
    TestStores.clear(redis, prefix);
  }

  /** Leaves out what this machine cannot run: the program wants libraries that not all have. */
  static final class IsHere implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
      return RedisProcess.isOldestHere()
          ? ConditionEvaluationResult.enabled("it runs here")
          : ConditionEvaluationResult.disabled("no Redis 6.2 that runs on this machine");
    }
  }
}
