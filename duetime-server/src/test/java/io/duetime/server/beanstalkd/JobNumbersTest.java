package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.server.beanstalkd.JobNumbers.Given;
import io.duetime.server.beanstalkd.JobNumbers.JobKey;
import io.duetime.server.beanstalkd.JobNumbers.Ttr;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long a server knows the numbers of jobs that were put elsewhere. */
class JobNumbersTest {
  private static final BeanstalkdLimits DEFAULT = BeanstalkdLimits.DEFAULT;
  private static final Duration LEASE = Duration.ofMinutes(30);

  @RegisterExtension
  final BeanstalkdServer server =
      new BeanstalkdServer(
          TestStore.MEMORY,
          new BeanstalkdLimits(
              DEFAULT.maxJobSize(),
              DEFAULT.maxConnections(),
              DEFAULT.maxUnread(),
              DEFAULT.patience(),
              LEASE,
              DEFAULT.tubeRetention()));

  private JobQueue<String> queue() {
    return server.store().queue("default", Codec.string());
  }

  private void schedule(String id) {
    queue().schedule(JobRequest.builder("abc").id(id).header(Ttr.HEADER, "20000").build());
  }

  @Test
  void aNumberHoldsForAnHourAfterItsJobWasShown() {
    schedule("order-1");
    Client client = server.connect();
    assertThat(client.ask("peek-ready")).isEqualTo("FOUND 1 3\r\nabc");

    server.advance(Duration.ofMinutes(59));
    assertThat(client.ask("stats-job 1")).contains("state: ready");
    server.advance(Duration.ofHours(1));
    assertThat(client.ask("peek 1")).isEqualTo("FOUND 1 3\r\nabc");
    assertThat(client.ask("peek-ready")).isEqualTo("FOUND 1 3\r\nabc");
    server.advance(Duration.ofHours(1).plusMillis(1));

    assertThat(client.ask("peek 1")).isEqualTo("NOT_FOUND");
    assertThat(client.ask("peek-ready")).isEqualTo("FOUND 2 3\r\nabc");
  }

  @Test
  void aNumberHoldsWhileItsJobIsReserved() {
    schedule("order-1");
    Client client = server.connect();
    Client other = server.connect();
    assertThat(client.ask("reserve")).isEqualTo("RESERVED 1 3\r\nabc");

    for (int i = 0; i < 20; i++) {
      server.advance(LEASE.dividedBy(3));
      client.ask("list-tubes");
    }

    assertThat(other.ask("stats-job 1")).contains("state: reserved");
    assertThat(client.ask("bury 1 5")).isEqualTo("BURIED");
    assertThat(other.ask("peek-buried")).isEqualTo("FOUND 1 3\r\nabc");
  }

  @Test
  void aNumberDoesNotLeadToALaterJobWithTheSameId() {
    schedule("order-1");
    Client client = server.connect();
    assertThat(client.ask("peek-ready")).startsWith("FOUND 1 ");
    queue().cancel("order-1");
    server.advance(Duration.ofMillis(1));

    schedule("order-1");

    assertThat(client.ask("delete 1")).isEqualTo("NOT_FOUND");
    assertThat(client.ask("reserve")).isEqualTo("RESERVED 2 3\r\nabc");
  }

  @Test
  void theJobThatWasShownLeastRecentlyLosesItsNumberFirst() {
    Given given = new Given(new VirtualTime(Instant.EPOCH));
    for (int i = 1; i <= Given.MOST; i++) {
      given.give(job(i), i);
    }
    given.show(job(1));

    given.give(job(Given.MOST + 1), Given.MOST + 1);

    assertThat(given.show(1)).isEqualTo(job(1));
    assertThat(given.show(2)).isNull();
    assertThat(given.show(job(2))).isNull();
    assertThat(given.show(3)).isEqualTo(job(3));
  }

  @Test
  void aJobThatIsShownTwiceAtOnceHasOneNumber() {
    Given given = new Given(new VirtualTime(Instant.EPOCH));

    assertThat(given.give(job(1), 7)).isEqualTo(7);
    assertThat(given.give(job(1), 8)).isEqualTo(7);

    assertThat(given.show(8)).isNull();
  }

  private static JobKey job(int i) {
    return new JobKey("q", "job-" + i, 0);
  }
}
