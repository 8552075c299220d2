package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Operation;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients hear of a server that stops. */
class StoppingTest {
  /** A guard against hanging only. */
  private static final Duration LONG = Duration.ofSeconds(60);

  @RegisterExtension private final BeanstalkdServer server = new BeanstalkdServer(TestStore.MEMORY);

  @Test
  void whatRunsIsAnsweredAndWhatFollowsItToo() {
    Client idle = server.connect();
    idle.ask("use a");
    Client busy = server.connect();
    server.engine().hold(Operation.SCHEDULE);
    busy.send("put 1 0 60 1\r\na\r\nput 1 0 60 1\r\nb\r\nuse b\r\n");
    Waiting.until("the put", () -> server.engine().heldCalls() == 1);

    CompletableFuture<Void> stopped = server.front().stop(LONG);

    assertThat(idle.answer()).isEmpty();
    assertThat(stopped).isNotDone();
    server.engine().releaseOne();
    assertThat(busy.answer()).isEqualTo("INSERTED 1");
    assertThat(busy.answer()).isEqualTo("DRAINING");
    assertThat(busy.answer()).isEqualTo("USING b");
    assertThat(busy.answer()).isEmpty();
    assertThat(stopped).succeedsWithin(LONG);
  }

  @Test
  void aReserveDoesNotWaitAnyMore() {
    Client waiting = server.connect();
    waiting.send("reserve\r\n");
    Client other = server.connect();
    while (!other.ask("stats").contains("current-waiting: 1\n")) {
      Thread.onSpinWait();
    }

    CompletableFuture<Void> stopped = server.front().stop(LONG);

    assertThat(waiting.answer()).isEqualTo("TIMED_OUT");
    assertThat(waiting.answer()).isEmpty();
    assertThat(stopped).succeedsWithin(LONG);
  }

  @Test
  void aReserveWhoseClaimIsUnderWayGetsItsJob() {
    Client client = server.connect();
    client.put("1 0 60", "a");
    server.engine().hold(Operation.CLAIM);
    client.send("reserve\r\nreserve\r\n");
    Waiting.until("the claim", () -> server.engine().heldCalls() == 1);

    CompletableFuture<Void> stopped = server.front().stop(LONG);

    server.engine().releaseOne();
    assertThat(client.answer()).isEqualTo("RESERVED 1 1\r\na");
    server.engine().releaseOne();
    assertThat(client.answer()).isEqualTo("TIMED_OUT");
    assertThat(client.answer()).isEmpty();
    assertThat(stopped).succeedsWithin(LONG);
  }

  @Test
  void aServerThatStillAnswersListensNoLonger() {
    Client busy = server.connect();
    server.engine().hold(Operation.SCHEDULE);
    busy.send("put 1 0 60 1\r\na\r\n");
    Waiting.until("the put", () -> server.engine().heldCalls() == 1);

    CompletableFuture<Void> stopped = server.front().stop(LONG);

    Waiting.until("the end of listening", this::isRefused);
    assertThat(stopped).isNotDone();
    server.engine().releaseOne();
    assertThat(busy.answer()).isEqualTo("INSERTED 1");
    assertThat(stopped).succeedsWithin(LONG);
  }

  private boolean isRefused() {
    try (Socket open = new Socket(server.address().getAddress(), server.address().getPort())) {
      assertThat(open.isConnected()).isTrue();
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (java.io.IOException cut) {
      return false;
    }
  }

  @Test
  void aCommandThatTakesLongerThanTheTimeIsCut() {
    Client busy = server.connect();
    server.engine().hold(Operation.SCHEDULE);
    busy.send("put 1 0 60 1\r\na\r\n");
    Waiting.until("the put", () -> server.engine().heldCalls() == 1);

    assertThat(server.front().stop(Duration.ofMillis(1))).succeedsWithin(LONG);

    assertThat(busy.answer()).isEmpty();
  }

  @Test
  void aClientThatDoesNotReadItsAnswersIsCut() {
    Client observer = server.connect();
    observer.put("1 0 60", "x".repeat(60_000));
    Client silent = server.connect();
    silent.send("peek 1\r\n".repeat(2_000));
    // The answers are more than the buffers of both sides hold.
    Waiting.until("many answers", () -> isStuck(observer));

    assertThat(server.front().stop(Duration.ofMillis(1))).succeedsWithin(LONG);
  }

  /** Whether peeks have been answered and no further ones are. */
  private static boolean isStuck(Client observer) {
    String before = peeks(observer);
    for (int i = 0; i < 1_000; i++) {
      observer.ask("use a");
    }
    return !before.equals("cmd-peek: 0") && peeks(observer).equals(before);
  }

  private static String peeks(Client client) {
    return client
        .ask("stats")
        .lines()
        .filter(line -> line.startsWith("cmd-peek: "))
        .findFirst()
        .orElseThrow();
  }
}
