package io.duetime.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Codec;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.TestStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each store gives to the clients of the protocol. */
abstract class ProtocolContract {
  @RegisterExtension final BeanstalkdServer server;

  ProtocolContract(TestStore store) {
    this.server = new BeanstalkdServer(store);
  }

  @Test
  void aJobGoesFromPutOverReserveToDelete() {
    Client client = server.connect();

    assertThat(client.put("1 0 60", "abc")).isEqualTo("INSERTED 1");
    assertThat(client.ask("reserve")).isEqualTo("RESERVED 1 3\r\nabc");
    assertThat(client.ask("delete 1")).isEqualTo("DELETED");
    assertThat(client.ask("delete 1")).isEqualTo("NOT_FOUND");
    assertThat(client.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
  }

  @Test
  void pipelinedCommandsAreAnsweredInOrder() {
    Client client = server.connect();

    client.send("put 1 0 60 1\r\na\r\nput 0 0 60 1\r\nb\r\nreserve\r\nreserve\r\nuse x\r\nfoo\r\n");

    assertThat(client.answer()).isEqualTo("INSERTED 1");
    assertThat(client.answer()).isEqualTo("INSERTED 2");
    assertThat(client.answer()).isEqualTo("RESERVED 2 1\r\nb");
    assertThat(client.answer()).isEqualTo("RESERVED 1 1\r\na");
    assertThat(client.answer()).isEqualTo("USING x");
    assertThat(client.answer()).isEqualTo("UNKNOWN_COMMAND");
  }

  @Test
  void aReserveTakesTheSmallestPriorityOfAllWatchedTubes() {
    Client client = server.connect();
    client.ask("use a");
    client.put("5 0 60", "a");
    client.ask("use b");
    client.put("3 0 60", "b");
    client.ask("watch a");
    client.ask("watch b");

    assertThat(client.ask("reserve")).endsWith("b");
    assertThat(client.ask("reserve")).endsWith("a");
  }

  @Test
  void anUrgentJobIsReservedFirstWhateverPrioritiesTheOthersHave() {
    Client client = server.connect();
    for (int i = 1; i <= 15; i++) {
      client.put(1_000 + i + " 0 60", "later");
    }
    for (int i = 0; i < 500; i++) {
      client.put("1000 0 60", "usual");
    }
    for (int i = 0; i < 40; i++) {
      client.put(2_000 + i + " 3600 60", "delayed");
    }
    client.put("0 0 60", "urgent");

    assertThat(client.ask("reserve")).endsWith("urgent");
    assertThat(client.ask("reserve")).endsWith("usual");
  }

  @Test
  void aWaitingReserveOfSeveralTubesGetsTheFirstJob() {
    Client worker = server.connect();
    worker.ask("watch a");
    worker.send("reserve\r\n");
    Client producer = server.connect();
    producer.ask("use a");
    producer.put("5 0 60", "x");

    assertThat(worker.answer()).endsWith("x");
  }

  @Test
  void aClosedConnectionReleasesItsJobsAtOnceAndWithoutATimeout() {
    Client first = server.connect();
    first.put("1 0 60", "abc");
    first.ask("reserve");

    first.close();

    Client second = server.connect();
    assertThat(second.ask("reserve")).isEqualTo("RESERVED 1 3\r\nabc");
    assertThat(second.ask("stats-job 1")).contains("timeouts: 0", "reserves: 1");
  }

  @Test
  void aWaitingReserveIsAnsweredWhenTheSafetyMarginOfAnOwnJobBegins() {
    Client client = server.connect();
    client.put("1 0 2", "abc");
    client.ask("reserve");
    client.send("reserve\r\n");
    awaitWaiting(1);

    server.advance(Duration.ofSeconds(1));

    assertThat(client.answer()).isEqualTo("DEADLINE_SOON");
  }

  @Test
  void aClientThatShutsDownItsSendingSideGetsAllAnswers() {
    Client client = server.connect();
    client.send("put 1 0 60 1\r\na\r\nstats-job 1\r\nreserve\r\nreserve\r\n");
    client.shutdownOutput();

    assertThat(client.answer()).isEqualTo("INSERTED 1");
    assertThat(client.answer()).contains("state: ready");
    assertThat(client.answer()).isEqualTo("RESERVED 1 1\r\na");
    assertThat(client.answer()).isEqualTo("TIMED_OUT");
    assertThat(client.answer()).isEmpty();
    assertThat(server.connect().ask("reserve")).endsWith("a");
  }

  @Test
  void aReserveCreatesNoQueueAndIsWokenWhenItsTubeIsCreated() {
    Client worker = server.connect();
    worker.ask("watch typo");
    assertThat(worker.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
    worker.send("reserve\r\n");
    awaitWaiting(1);

    assertThat(server.engine().queues().toCompletableFuture().join()).isEmpty();
    Client producer = server.connect();
    producer.ask("use typo");
    producer.put("1 0 60", "a");
    assertThat(worker.answer()).endsWith("a");
  }

  @Test
  void aWaitingReserveEndsWithItsTimeout() {
    Client client = server.connect();
    client.send("reserve-with-timeout 1\r\n");
    awaitWaiting(1);

    server.advance(Duration.ofSeconds(1));

    assertThat(client.answer()).isEqualTo("TIMED_OUT");
    assertThat(client.ask("stats")).contains("current-waiting: 0\n", "current-workers: 1\n");
  }

  @Test
  void waitingConnectionsAreServedInTheOrderOfTheirCommands() {
    Client first = server.connect();
    first.send("reserve\r\n");
    awaitWaiting(1);
    Client second = server.connect();
    second.send("reserve\r\n");
    awaitWaiting(2);
    Client producer = server.connect();

    producer.put("1 0 60", "a");
    assertThat(first.answer()).endsWith("a");
    producer.put("0 0 60", "b");
    assertThat(second.answer()).endsWith("b");
  }

  @Test
  void aJobGoesToTheNextConnectionIfTheFirstIsGone() {
    Client gone = server.connect();
    gone.send("reserve\r\n");
    awaitWaiting(1);
    gone.close();
    awaitWaiting(0);
    Client client = server.connect();

    client.put("1 0 60", "a");

    assertThat(client.ask("reserve")).endsWith("a");
  }

  @Test
  void aJobOfThisProtocolIsSeenByOthersAndTheirCancellationCounts() {
    Client client = server.connect();
    client.put("1 0 60", "a");

    assertThat(
            server
                .store()
                .queue("default", Codec.string())
                .async()
                .cancel("1")
                .toCompletableFuture()
                .join())
        .isEqualTo(CancelOutcome.CANCELLED);

    assertThat(client.ask("peek 1")).isEqualTo("NOT_FOUND");
  }

  /** Reads the statistics until so many connections wait for a job. */
  private void awaitWaiting(int connections) {
    Client observer = server.connect();
    while (!observer.ask("stats").contains("current-waiting: " + connections + "\n")) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aDelayedJobIsReadyAtItsTimeAndAKickedOneAtOnce() {
    Client client = server.connect();
    client.put("1 30 60", "a");
    client.put("1 40 60", "b");

    assertThat(client.ask("peek-delayed")).isEqualTo("FOUND 1 1\r\na");
    assertThat(client.ask("kick-job 2")).isEqualTo("KICKED");
    assertThat(client.ask("peek-ready")).isEqualTo("FOUND 2 1\r\nb");
    server.advance(Duration.ofMillis(1));
    assertThat(client.ask("kick 10")).isEqualTo("KICKED 1");
    assertThat(client.ask("reserve")).endsWith("b");
    assertThat(client.ask("reserve")).endsWith("a");
  }

  @Test
  void aBuriedJobIsKickedWithItsNewPriority() {
    Client client = server.connect();
    client.put("9 0 60", "a");
    client.ask("reserve");

    assertThat(client.ask("bury 1 4")).isEqualTo("BURIED");
    assertThat(client.ask("peek-buried")).isEqualTo("FOUND 1 1\r\na");
    assertThat(client.ask("stats-job 1")).contains("state: buried", "pri: 4", "buries: 1");
    assertThat(client.ask("kick 1")).isEqualTo("KICKED 1");
    assertThat(client.ask("reserve-job 1")).isEqualTo("RESERVED 1 1\r\na");
    assertThat(client.ask("release 1 7 30")).isEqualTo("RELEASED");
    assertThat(client.ask("stats-job 1")).contains("state: delayed", "pri: 7", "delay: 30");
    assertThat(client.ask("delete 1")).isEqualTo("DELETED");
  }

  @Test
  void aJobReservedBeforeItsTimeIsReadyWhenItIsReleasedWithoutADelay() {
    Client client = server.connect();
    client.put("9 3600 60", "a");
    assertThat(client.ask("reserve-job 1")).isEqualTo("RESERVED 1 1\r\na");

    assertThat(client.ask("release 1 4 0")).isEqualTo("RELEASED");

    assertThat(client.ask("stats-job 1")).contains("state: ready", "pri: 4", "releases: 1");
    assertThat(client.ask("reserve-with-timeout 1")).isEqualTo("RESERVED 1 1\r\na");
    assertThat(client.ask("release 1 4 411")).isEqualTo("RELEASED");
    assertThat(client.ask("reserve-job 1")).isEqualTo("RESERVED 1 1\r\na");
    assertThat(client.ask("release 1 4 0")).isEqualTo("RELEASED");
    assertThat(client.ask("reserve-with-timeout 1")).isEqualTo("RESERVED 1 1\r\na");
  }

  @Test
  void aReservedJobOfAnotherConnectionIsNotFound() {
    Client owner = server.connect();
    owner.put("9 0 60", "a");
    owner.ask("reserve");
    Client other = server.connect();

    for (String command :
        new String[] {
          "delete 1", "release 1 1 1", "bury 1 1", "touch 1", "reserve-job 1", "kick-job 1"
        }) {
      assertThat(other.ask(command)).as(command).isEqualTo("NOT_FOUND");
    }
    assertThat(owner.ask("delete 1")).isEqualTo("DELETED");
  }

  @Test
  void aJobIsReadyAgainWhenItsTimeToRunIsOver() {
    Client first = server.connect();
    first.put("1 0 2", "abc");
    first.ask("reserve");
    Client second = server.connect();
    second.send("reserve\r\n");
    awaitWaiting(1);

    server.advance(Duration.ofSeconds(2));

    assertThat(second.answer()).isEqualTo("RESERVED 1 3\r\nabc");
    assertThat(second.ask("stats-job 1")).contains("timeouts: 1", "reserves: 2");
    assertThat(first.ask("delete 1")).isEqualTo("NOT_FOUND");
  }

  @Test
  void aPausedTubeGivesNoJobUntilItsTimeIsOver() {
    Client client = server.connect();
    client.put("9 0 60", "a");
    assertThat(client.ask("pause-tube default 1000")).isEqualTo("PAUSED");
    assertThat(client.ask("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");

    assertThat(client.ask("pause-tube default 1")).isEqualTo("PAUSED");
    client.send("reserve\r\n");
    awaitWaiting(1);
    server.advance(Duration.ofSeconds(1));

    assertThat(client.answer()).endsWith("a");
  }

  @Test
  void aDrainingServerTakesNoJobs() {
    Client client = server.connect();
    server.front().drain();

    assertThat(client.put("1 0 1", "a")).isEqualTo("DRAINING");
    assertThat(client.ask("stats")).contains("draining: true");
  }

  @Test
  void watchedTubesAreCountedOnceAndTheLastIsKept() {
    Client client = server.connect();

    assertThat(client.ask("watch a")).isEqualTo("WATCHING 2");
    assertThat(client.ask("watch a")).isEqualTo("WATCHING 2");
    assertThat(client.ask("list-tubes-watched")).isEqualTo("OK 18\r\n---\n- default\n- a\n");
    assertThat(client.ask("ignore b")).isEqualTo("WATCHING 2");
    assertThat(client.ask("ignore default")).isEqualTo("WATCHING 1");
    assertThat(client.ask("ignore a")).isEqualTo("NOT_IGNORED");
    assertThat(client.ask("use u")).isEqualTo("USING u");
    assertThat(client.ask("list-tubes")).isEqualTo("OK 22\r\n---\n- a\n- default\n- u\n");
  }
}
