package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.support.SettingsChanger;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    SettingsChanger.change(
            server.store().engine(),
            "default",
            settings -> settings.toBuilder().pausedUntil(until).build())
        .toCompletableFuture()
        .join();

    assertThat(client.ask("stats-tube default")).contains("pause: 7\n", "pause-time-left: 6\n");
    client.ask("pause-tube default 0");
    assertThat(client.ask("stats-tube default")).contains("pause: 0\n");
  }

  /** Passes time, check by check, until only these queues are left. */
  private void passUntilLeft(Client client, String... queues) {
    Waiting.until(
        "the end of other queues than " + List.of(queues),
        () -> {
          passCheck(client);
          return queues().equals(List.of(queues));
        });
  }

  private void passCheck(Client client) {
    server.advance(BeanstalkdLimits.DEFAULT.tubeRetention().dividedBy(4));
    client.ask("list-tubes");
  }

  private List<String> queues() {
    return server.store().engine().queues().toCompletableFuture().join();
  }

  @Test
  void anEmptyTubeThatNoConnectionUsesVanishesAndItsNumbersDoNotComeBack() {
    Client client = server.connect();
    client.ask("use reply");
    String inserted = client.put("1 0 60", "abc");
    assertThat(client.ask("delete " + number(inserted))).isEqualTo("DELETED");
    client.ask("use default");

    passUntilLeft(client);
    assertThat(client.ask("list-tubes")).doesNotContain("reply");
    assertThat(client.ask("stats-tube reply")).isEqualTo("NOT_FOUND");
    client.ask("use reply");
    assertThat(number(client.put("1 0 60", "again"))).isGreaterThan(number(inserted));
  }

  private static long number(String inserted) {
    return Long.parseLong(inserted.substring("INSERTED ".length()));
  }

  @Test
  void tubesWithJobsOrSettingsAndTubesInUseStay() {
    Client client = server.connect();
    for (String tube : List.of("full", "paused", "watched", "empty")) {
      client.ask("use " + tube);
      String inserted = client.put("1 0 60", "abc");
      if (!tube.equals("full")) {
        client.ask("delete " + number(inserted));
      }
    }
    client.ask("pause-tube paused 1");
    client.ask("use default");
    Client watcher = server.connect();
    watcher.ask("watch watched");

    passUntilLeft(client, "full", "paused", "watched");

    watcher.ask("ignore watched");
    watcher.ask("watch full");
    assertThat(watcher.ask("reserve")).isEqualTo("RESERVED 1 3\r\nabc");
    assertThat(watcher.ask("delete 1")).isEqualTo("DELETED");
    watcher.ask("ignore full");

    passUntilLeft(client, "paused");
    for (int i = 0; i < 8; i++) {
      passCheck(client);
    }
    assertThat(queues()).containsExactly("paused");
  }
}
