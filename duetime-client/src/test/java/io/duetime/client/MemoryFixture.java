package io.duetime.client;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.SteppedFixture;
import io.duetime.memory.MemoryEngine;

/** A store in memory. */
public final class MemoryFixture extends SteppedFixture {
  private final Engine engine = new MemoryEngine(clock);

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void close() {
    engine.close();
  }
}
