package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Operation;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands on many jobs use a bounded part of the server. */
class LargeTubesTest {
  private static final int TUBES = 5;

  @RegisterExtension private final BeanstalkdServer server = new BeanstalkdServer(TestStore.MEMORY);

  @Test
  void theStatisticsReadOneTubeAfterTheOther() {
    Client client = server.connect();
    for (int i = 0; i < TUBES; i++) {
      client.ask("use t" + i);
      client.put("1 0 60", "abc");
    }
    Client other = server.connect();
    server.engine().hold(Operation.LIST);

    client.send("stats\r\n");

    for (int i = 0; i < TUBES; i++) {
      Waiting.until("a list", () -> server.engine().heldCalls() > 0);
      // Its answer follows what the loop has begun before.
      other.ask("list-tubes");
      assertThat(server.engine().heldCalls()).isEqualTo(1);
      server.engine().releaseOne();
    }
    assertThat(client.answer()).contains("current-jobs-urgent: 5\n");
  }

  @Test
  void aKickOfManyStepsLetsOthersWork() {
    Client client = server.connect();
    Client other = server.connect();
    other.ask("use a");
    server.engine().makeUpSteps(100_000);

    client.send("kick 1000000\r\n");

    assertThat(other.ask("use b")).isEqualTo("USING b");
    assertThat(client.answer()).isEqualTo("KICKED 100000");
  }
}
