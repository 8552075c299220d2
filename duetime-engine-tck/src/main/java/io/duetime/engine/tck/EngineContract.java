package io.duetime.engine.tck;

import org.junit.jupiter.api.Nested;

/**
 * Everything an engine has to pass, theme by theme. To run it, extend this class and say how an
 * empty store is opened.
 */
public abstract class EngineContract {
  /** Opens an empty store; it is closed after each test. */
  protected abstract EngineFixture open();

  @Nested
  class StateTable extends StateTableContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Scheduling extends SchedulingContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Conflict extends ConflictContract {
    @Override
    EngineFixture open() {
      return EngineContract.this.open();
    }
  }
}
