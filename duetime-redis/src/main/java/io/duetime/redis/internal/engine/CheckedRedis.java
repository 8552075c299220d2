package io.duetime.redis.internal.engine;

import io.duetime.engine.support.CheckedEngine;
import io.duetime.kernel.transfer.Transfer;

/** Checks every call before it reaches the engine of a store in Redis. */
public final class CheckedRedis extends CheckedEngine implements Transfer.Movable {
  private final RedisEngine engine;

  public CheckedRedis(RedisEngine engine, int maxPayloadBytes) {
    super(engine, maxPayloadBytes);
    this.engine = engine;
  }

  @Override
  public Transfer transfer() {
    return engine.transfer();
  }
}
