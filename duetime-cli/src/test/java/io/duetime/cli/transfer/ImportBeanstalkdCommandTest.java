package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.beanstalkd.fixture.Client;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tubes of a real beanstalkd, where it is installed. */
class ImportBeanstalkdCommandTest {
  private static BeanstalkdProcess beanstalkd;

  @RegisterExtension private final Shell shell = new Shell();
  private Client client;

  @BeforeAll
  static void start() {
    assumeTrue(BeanstalkdProcess.isInstalled(), "beanstalkd is not installed");
    beanstalkd = BeanstalkdProcess.start();
  }

  @AfterAll
  static void stop() {
    if (beanstalkd != null) {
      beanstalkd.close();
    }
  }

  @BeforeEach
  void connect() {
    client = beanstalkd.connect();
    client.ask("use orders");
    client.ask("watch orders");
  }

  @AfterEach
  void empty() {
    client.ask("kick 1000");
    for (String kind : List.of("ready", "delayed", "buried")) {
      for (String job = client.ask("peek-" + kind); job.startsWith("FOUND"); ) {
        client.ask("delete " + job.split(" ", -1)[1]);
        job = client.ask("peek-" + kind);
      }
    }
    client.close();
  }

  @Test
  void readyJobsKeepOrderPriorityAndTtr() {
    client.put("7 0 90", "first");
    client.put("7 0 90", "second");

    Result ran = run();

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith("moved 2 entries");
    String claimed = shell.run("list", "q", "--json").out();
    assertThat(claimed.lines()).hasSize(2);
    assertThat(claimed)
        .containsSubsequence("\"payload\":\"first\"", "\"payload\":\"second\"")
        .contains("\"priority\":7", "\"Beanstalkd-Ttr\":\"90\"", "\"maxAttempts\":null");
    assertThat(client.ask("stats-tube orders")).contains("current-jobs-ready: 0");
  }

  @Test
  void delayedJobsAreDueWhenTheyWereToBeReadyAndNeverEarlier() {
    Instant before = shell.time().instant();
    client.put("0 3600 60", "later");
    Instant after = shell.time().instant();

    run();

    String due =
        shell.run("list", "q", "--json").out().replaceAll("(?s).*\"dueAt\":\"([^\"]*)\".*", "$1");
    assertThat(Instant.parse(due))
        .isAfterOrEqualTo(before.plusSeconds(3_600))
        .isBefore(after.plusSeconds(3_660));
    assertThat(client.ask("stats-tube orders")).contains("current-jobs-delayed: 0");
  }

  @Test
  void buriedJobsStayOrGoToAQueueOfTheirOwn() {
    client.put("0 0 60", "bad");
    client.ask("bury " + client.ask("reserve").split("[ \r\n]", -1)[1] + " 0");

    Result without = run();
    assertThat(without.out()).isEqualTo("moved 0 entries; stays: 1 buried\n");
    assertThat(run("--dry-run").out()).isEqualTo("nothing to move; stays: 1 buried\n");
    assertThat(client.ask("stats-tube orders")).contains("current-jobs-buried: 1");

    Result with = run("--buried-into", "bad");
    assertThat(with.out()).startsWith("moved 1 entry");
    assertThat(shell.run("list", "bad", "--json").out()).contains("\"payload\":\"bad\"");
  }

  @Test
  void aJobOfAConsumerStaysAndIsMovedOnceItIsReleased() {
    client.put("0 0 600", "held");
    try (Client consumer = beanstalkd.connect()) {
      consumer.ask("watch orders");
      assertThat(consumer.ask("reserve")).startsWith("RESERVED");

      assertThat(run().out()).isEqualTo("moved 0 entries; stays: 1 with a consumer\n");
    }

    assertThat(run().out()).startsWith("moved 1 entry");
  }

  @Test
  void jobsOfOtherTubesStay() {
    client.ask("use others");
    String inserted = client.put("0 0 60", "other");
    client.ask("use orders");
    client.put("0 0 60", "mine");

    assertThat(run().out()).startsWith("moved 1 entry");
    assertThat(client.ask("peek " + inserted.split(" ", -1)[1])).startsWith("FOUND");
    client.ask("delete " + inserted.split(" ", -1)[1]);
  }

  @Test
  void aDryRunChangesNothing() {
    client.put("0 0 60", "now");
    client.put("0 3600 60", "later");

    assertThat(run("--dry-run").out()).startsWith("to move: 1 delayed, 1 ready");
    assertThat(client.ask("stats-tube orders"))
        .contains("current-jobs-ready: 1", "current-jobs-delayed: 1");
  }

  @Test
  void thousandsOfJobsAreMovedEachOnce() {
    StringBuilder puts = new StringBuilder();
    for (int i = 0; i < 2_500; i++) {
      puts.append("put 0 ").append(i % 2 == 0 ? 0 : 3600).append(" 60 6\r\n");
      puts.append("%06d".formatted(i)).append("\r\n");
    }
    client.send(puts.toString());
    for (int i = 0; i < 2_500; i++) {
      assertThat(client.answer()).startsWith("INSERTED");
    }

    assertThat(run().out()).startsWith("moved 2500 entries");
    assertThat(shell.run("queues").out()).containsPattern("q +1250 +1250");
  }

  @Test
  void followingMovesWhatIsPutMeanwhile() {
    CompletableFuture<Result> ran =
        CompletableFuture.supplyAsync(() -> run("--follow", "--idle-exit", "3s"));
    client.put("0 3600 60", "first");
    Waiting.until("the first", () -> shell.run("list", "q", "--json").out().contains("first"));
    client.put("0 3600 60", "second");
    Waiting.until("the second", () -> shell.run("list", "q", "--json").out().contains("second"));

    assertThat(ran.join().out()).startsWith("moved 2 entries");
  }

  @Test
  void aServerThatIsNotThereIsSaid() {
    Result ran =
        shell.run("import", "beanstalkd", "127.0.0.1:1", "--tube", "orders", "--into", "q");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).startsWith("duetime: 127.0.0.1:1 does not answer: ");
    assertThat(shell.run("import", "beanstalkd", "host", "--tube", "a", "--into", "q").err())
        .contains("allowed: HOST:PORT");
  }

  private Result run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("import", "beanstalkd", beanstalkd.address()));
    arguments.addAll(List.of("--tube", "orders", "--into", "q"));
    arguments.addAll(List.of(more));
    return shell.run(arguments.toArray(String[]::new));
  }
}
