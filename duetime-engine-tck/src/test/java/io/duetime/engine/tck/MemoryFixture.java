package io.duetime.engine.tck;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.internal.memory.MemoryEngine;
import java.time.Duration;

/** The memory engine under a clock that tests move. */
public final class MemoryFixture implements EngineFixture {
  private final SteppedClock clock = new SteppedClock();
  private final Engine engine = new MemoryEngine(clock);

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void advance(Duration step) {
    clock.move(step);
  }

  @Override
  public boolean canStepBack() {
    return true;
  }

  @Override
  public void stepBack(Duration step) {
    clock.move(step.negated());
  }

  @Override
  public void close() {
    engine.close();
  }
}
