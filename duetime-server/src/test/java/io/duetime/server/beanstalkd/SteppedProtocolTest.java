package io.duetime.server.beanstalkd;

import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Nested;

/** The protocol over the stores that go by the clock of the test. */
class SteppedProtocolTest {
  @Nested
  class OnMemory extends SteppedProtocolContract {
    OnMemory() {
      super(TestStore.MEMORY);
    }
  }

  @Nested
  class OnEmbedded extends SteppedProtocolContract {
    OnEmbedded() {
      super(TestStore.EMBEDDED);
    }
  }
}
