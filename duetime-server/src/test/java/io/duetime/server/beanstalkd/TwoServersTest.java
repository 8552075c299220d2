package io.duetime.server.beanstalkd;

import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Nested;

/** Two servers on one store. */
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
