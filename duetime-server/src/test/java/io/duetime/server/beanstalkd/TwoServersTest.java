package io.duetime.server.beanstalkd;

import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Two servers on one store. */
@Tag("full")
class TwoServersTest {
  @Nested
  class OnRedis extends TwoServersContract {
    OnRedis() {
      super(TestStore.REDIS);
    }
  }

  @Nested
  class OnCluster extends TwoServersContract {
    OnCluster() {
      super(TestStore.CLUSTER);
    }
  }
}
