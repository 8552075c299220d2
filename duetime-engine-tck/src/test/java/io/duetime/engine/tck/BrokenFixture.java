package io.duetime.engine.tck;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.EngineFixture;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** The memory engine with something broken around it. */
public final class BrokenFixture implements EngineFixture {
  private final MemoryFixture sound = new MemoryFixture();
  private final Engine broken;

  /** Breaks a sound engine. */
  public BrokenFixture(UnaryOperator<Engine> breaking) {
    this.broken = breaking.apply(sound.engine());
  }

  @Override
  public Engine engine() {
    return broken;
  }

  @Override
  public void advance(Duration step) {
    sound.advance(step);
  }

  @Override
  public void close() {
    sound.close();
  }
}
