package io.duetime.redis.internal.engine;

import io.duetime.internal.engine.CheckedEngine;
import io.duetime.internal.kernel.transfer.CheckedTransfer;
import io.duetime.internal.kernel.transfer.Movable;
import io.duetime.internal.kernel.transfer.Transfer;

/** Checks every call before it reaches the engine of a store in Redis. */
public final class CheckedRedis extends CheckedEngine implements Movable {
  private final Transfer transfer;

  public CheckedRedis(RedisEngine engine, int maxPayloadBytes) {
    super(engine, maxPayloadBytes);
    this.transfer = new CheckedTransfer(engine.transfer(), maxPayloadBytes);
  }

  @Override
  public Transfer transfer() {
    return transfer;
  }
}
