package io.duetime.server.beanstalkd;

import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The protocol over each store. */
class ProtocolTest {
  @Nested
  class OnMemory extends ProtocolContract {
    OnMemory() {
      super(TestStore.MEMORY);
    }
  }

  @Nested
  class OnEmbedded extends ProtocolContract {
    OnEmbedded() {
      super(TestStore.EMBEDDED);
    }
  }

  @Nested
  class OnRedis extends ProtocolContract {
    OnRedis() {
      super(TestStore.REDIS);
    }
  }

  @Nested
  @Tag("full")
  class OnCluster extends ProtocolContract {
    OnCluster() {
      super(TestStore.CLUSTER);
    }
  }
}
