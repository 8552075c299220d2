package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens at which moment. */
abstract class SteppedProtocolContract {
  @RegisterExtension final BeanstalkdServer server;

  SteppedProtocolContract(TestStore store) {
    this.server = new BeanstalkdServer(store);
  }

  @Test
  void aReservationLastsAsLongAsItsTimeToRun() {
    Client first = server.connect();
    first.put("1 0 60", "abc");
    first.ask("reserve");
    Client second = server.connect();
    second.send("reserve\r\n");

    for (int i = 0; i < 59; i++) {
      server.advance(Duration.ofSeconds(1));
      // A write that follows those of the leases: they are stored before the next step.
      first.put("9 1000 60", "later");
    }
    assertThat(first.ask("stats-job 1")).contains("state: reserved", "time-left: 1");
    server.advance(Duration.ofSeconds(1));

    assertThat(second.answer()).isEqualTo("RESERVED 1 3\r\nabc");
    assertThat(second.ask("stats-job 1")).contains("timeouts: 1", "reserves: 2");
    assertThat(first.ask("delete 1")).isEqualTo("NOT_FOUND");
  }

  @Test
  void aReserveInTheSafetyMarginOfAnOwnJobIsAnsweredAtOnce() {
    Client client = server.connect();
    client.put("1 0 5", "abc");
    client.ask("reserve");
    server.advance(Duration.ofMillis(4_500));

    assertThat(client.ask("reserve")).isEqualTo("DEADLINE_SOON");
    assertThat(client.ask("touch 1")).isEqualTo("TOUCHED");
    assertThat(client.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
  }

  @Test
  void thePauseOfATubeIsInItsStatistics() {
    Client client = server.connect();
    client.put("9 0 60", "a");
    assertThat(client.ask("pause-tube default 10")).isEqualTo("PAUSED");
    assertThat(client.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
    assertThat(client.ask("stats-tube default"))
        .contains("pause: 10\n", "pause-time-left: 10\n", "cmd-pause-tube: 1\n");

    server.advance(Duration.ofMillis(9_999));
    assertThat(client.ask("stats-tube default")).contains("pause: 10\n", "pause-time-left: 0\n");
    assertThat(client.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");

    server.advance(Duration.ofMillis(1));

    assertThat(client.ask("stats-tube default")).contains("pause: 0\n", "pause-time-left: 0\n");
    assertThat(client.ask("reserve-with-timeout 0")).endsWith("a");
  }

  @Test
  void aPauseThatAnotherBeganShowsWhatIsLeftOfIt() {
    Client client = server.connect();
    client.ask("pause-tube default 10");

    Instant until = server.now().plusMillis(6_500);
    server.store().admin("default").pauseUntilAsync(until).toCompletableFuture().join();

    assertThat(client.ask("stats-tube default")).contains("pause: 7\n", "pause-time-left: 6\n");
    client.ask("pause-tube default 0");
    assertThat(client.ask("stats-tube default")).contains("pause: 0\n");
  }
}
