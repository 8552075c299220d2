package io.duetime.embedded;

import io.duetime.embedded.fixture.EmbeddedFixture;
import io.duetime.engine.tck.EngineContract;
import io.duetime.engine.tck.fixture.EngineFixture;
import org.junit.jupiter.api.Tag;

/** The whole contract while the heap holds next to none of the waiting jobs. */
@Tag("full")
class EmbeddedEngineOutOfHeapContractTest extends EngineContract {
  @Override
  protected EngineFixture open() {
    return new EmbeddedFixture(1);
  }
}
