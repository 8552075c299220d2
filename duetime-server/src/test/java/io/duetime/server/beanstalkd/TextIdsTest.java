package io.duetime.server.beanstalkd;

import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Jobs with text ids in each store. */
class TextIdsTest {
  @Nested
  class OnMemory extends TextIdsContract {
    OnMemory() {
      super(TestStore.MEMORY);
    }
  }

  @Nested
  class OnEmbedded extends TextIdsContract {
    OnEmbedded() {
      super(TestStore.EMBEDDED);
    }
  }

  @Nested
  class OnRedis extends TextIdsContract {
    OnRedis() {
      super(TestStore.REDIS);
    }
  }

  @Nested
  @Tag("full")
  class OnCluster extends TextIdsContract {
    OnCluster() {
      super(TestStore.CLUSTER);
    }
  }
}
