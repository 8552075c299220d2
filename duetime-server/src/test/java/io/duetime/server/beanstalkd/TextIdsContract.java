package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Codec;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.server.beanstalkd.JobNumbers.Ttr;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs that were not put by the protocol get numbers of their tube. */
abstract class TextIdsContract {
  @RegisterExtension final BeanstalkdServer server;

  TextIdsContract(TestStore store) {
    this.server = new BeanstalkdServer(store);
  }

  private void schedule(String id) {
    queue()
        .async()
        .schedule(JobRequest.builder("of " + id).id(id).build())
        .toCompletableFuture()
        .join();
  }

  private JobQueue<String> queue() {
    return server.store().queue("default", Codec.string());
  }

  /** Peeks the job that is due first, and returns its number. */
  private static long peek(Client client, String body) {
    String answer = client.ask("peek-ready");
    assertThat(answer).startsWith("FOUND ").endsWith("\r\n" + body);
    return Long.parseLong(answer.split(" ", -1)[1]);
  }

  @Test
  void aJobIsServedUnderANumberOfItsTube() {
    schedule("order-1");
    Client client = server.connect();

    long number = peek(client, "of order-1");

    assertThat(client.ask("peek " + number)).isEqualTo("FOUND " + number + " 10\r\nof order-1");
    assertThat(client.ask("reserve")).isEqualTo("RESERVED " + number + " 10\r\nof order-1");
    assertThat(client.ask("stats-job " + number)).contains("state: reserved", "tube: \"default\"");
    assertThat(client.ask("delete " + number)).isEqualTo("DELETED");
    assertThat(queue().async().find("order-1").toCompletableFuture().join()).isEmpty();
    assertThat(client.ask("peek " + number)).isEqualTo("NOT_FOUND");
  }

  @Test
  void aJobKeepsItsNumberWhileItIsShownUntilItEnds() {
    schedule("order-1");
    Client client = server.connect();
    long number = peek(client, "of order-1");

    client.ask("reserve");
    client.ask("bury " + number + " 5");
    assertThat(client.ask("peek-buried")).startsWith("FOUND " + number + " ");
    assertThat(client.ask("kick-job " + number)).isEqualTo("KICKED");
    assertThat(client.ask("reserve-job " + number)).startsWith("RESERVED " + number + " ");
    assertThat(client.ask("release " + number + " 5 0")).isEqualTo("RELEASED");
    assertThat(client.ask("delete " + number)).isEqualTo("DELETED");

    schedule("order-1");
    assertThat(peek(client, "of order-1")).isGreaterThan(number);
    assertThat(client.ask("delete " + number)).isEqualTo("NOT_FOUND");
  }

  @Test
  void aJobThatIsReservedAgainUsesUpNoNumbers() {
    schedule("order-1");
    Client client = server.connect();
    long number = peek(client, "of order-1");
    for (int i = 0; i < 5; i++) {
      client.ask("reserve");
      client.ask("release " + number + " 5 0");
    }

    assertThat(client.put("1 0 60", "a")).isEqualTo("INSERTED " + (number + 1));
  }

  @Test
  void aBusyTubeTakesLargerBlocksOfNumbers() {
    Client client = server.connect();
    long before = reserve();
    for (int i = 0; i < 1_001; i++) {
      client.put("1 0 60", "a");
    }

    assertThat(reserve() - before).isEqualTo(3_001);
  }

  private long reserve() {
    return server.store().engine().reserveNumbers("another", 1).toCompletableFuture().join();
  }

  @Test
  void aRestartedServerGivesAnotherNumber() {
    assumeTrue(server.store().engine().capabilities().durable(), "nothing outlives the process");
    schedule("order-1");
    long number = peek(server.connect(), "of order-1");

    server.restart();

    Client client = server.connect();
    assertThat(client.ask("peek " + number)).isEqualTo("NOT_FOUND");
    long another = peek(client, "of order-1");
    assertThat(another).isGreaterThan(number);
    assertThat(client.ask("reserve")).startsWith("RESERVED " + another + " ");
    assertThat(client.ask("delete " + another)).isEqualTo("DELETED");
  }

  @Test
  void aDecimalIdOfAnotherProducerIsNoNumber() {
    Client client = server.connect();
    schedule("order-1");
    long number = peek(client, "of order-1");
    String sameAsNumber = Long.toString(number);
    schedule(sameAsNumber);

    assertThat(client.ask("peek " + number)).endsWith("of order-1");
    assertThat(client.ask("delete " + number)).isEqualTo("DELETED");
    assertThat(client.ask("delete " + number)).isEqualTo("NOT_FOUND");

    assertThat(queue().async().find(sameAsNumber).toCompletableFuture().join()).isPresent();
    assertThat(peek(client, "of " + sameAsNumber)).isGreaterThan(number);
  }

  @Test
  void aTimeToRunBeyondTheProtocolsIsThatOfTheQueue() {
    JobRequest.Builder<String> request = JobRequest.builder("of order-1").id("order-1");
    queue()
        .async()
        .schedule(request.header(Ttr.HEADER, "9999999999").build())
        .toCompletableFuture()
        .join();
    Client client = server.connect();

    assertThat(client.ask("reserve")).endsWith("of order-1");
    assertThat(client.ask("stats-job 1")).contains("ttr: 30\n");
  }

  @Test
  void aPutPassesOverIdsThatAreTaken() {
    Client client = server.connect();
    long first = Long.parseLong(client.put("1 0 60", "a").substring("INSERTED ".length()));
    schedule(Long.toString(first + 1));

    assertThat(client.put("1 0 60", "b")).isEqualTo("INSERTED " + (first + 2));
  }
}
