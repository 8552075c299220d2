package io.duetime.redis;

import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.internal.time.SystemTime;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import java.time.Duration;
import java.util.Map;

/** A store on a server of its own, opened by its URI, going by the server's clock. */
final class OwnServer implements EngineFixture {
  private final RedisProcess redis;
  private final String parameters;
  private Engine engine;

  /**
   * Starts the server.
   *
   * @param parameters behind the URI's question mark
   * @param options of the server
   */
  OwnServer(String parameters, String... options) {
    this.redis = RedisProcess.start(options);
    this.parameters = parameters;
    this.engine = another();
  }

  static Engine open(String uri) {
    return new RedisEngineProvider().open(uri, new EngineContext(SystemTime.clock(), Map.of()));
  }

  RedisProcess redis() {
    return redis;
  }

  /** A further process with the same store. */
  Engine another() {
    return open(redis.uri() + "?" + parameters);
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void advance(Duration step) {
    long end = Answers.of(engine.nowMillis()) + step.toMillis();
    Waiting.until("the next moment", () -> Answers.of(engine.nowMillis()) >= end);
  }

  @Override
  public void reopen() {
    engine.close();
    engine = another();
  }

  @Override
  public void close() {
    engine.close();
    redis.close();
  }
}
