package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.redis.fixture.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Queues in the layout of hdt3213/delayqueue, with the keys that its sources name. */
class ImportDelayQueueCommandTest {
  private static final RedisProcess REDIS = RedisProcess.shared();
  private static final String LONG_AGO = "1700000000";
  private static final String LATER = "4102444800";

  @RegisterExtension private final Shell shell = new Shell();
  private final String name = "delayqueue-" + UUID.randomUUID();
  private String base = "dp:" + name;
  private String messages = base;

  @Test
  void pendingMessagesAreDueAtTheirTimeWithTheAttemptsTheyHaveLeft() {
    String id = message("{\"order\":1}", "3");
    REDIS.call("ZADD", base + ":pending", LATER, id);

    Result ran = run();

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(shell.run("show", "q", id).out())
        .contains("2100-01-01T00:00:00.000Z", "{\"order\":1}", "application/json")
        .containsPattern("maxAttempts +4\\R");
    assertThat(REDIS.call("KEYS", "*" + name + "*")).isEmpty();
  }

  @Test
  void messagesThatAreReadyOrWaitForARetryAreDueNow() {
    REDIS.call("LPUSH", base + ":ready", message("first", "3"), message("second", "3"));
    String again = message("again", "0");
    REDIS.call("LPUSH", base + ":retry", again);

    Result ran = run();

    assertThat(ran.out()).startsWith("moved 3 entries");
    assertThat(shell.run("list", "q", "--state", "READY").out().lines()).hasSize(4);
    assertThat(shell.run("show", "q", again).out()).containsPattern("maxAttempts +1\\R");
    assertThat(REDIS.call("KEYS", "*" + name + "*")).isEmpty();
  }

  @Test
  void messagesOfConsumersAreMovedOnlyAfterTheirTime() {
    String held = message("held", "3");
    String late = message("late", "3");
    String usedUp = message("used up", "0");
    REDIS.call("ZADD", base + ":unack", LATER, held, LONG_AGO, late, LONG_AGO, usedUp);

    Result ran = run();

    assertThat(ran.out()).startsWith("moved 1 entry").endsWith("; stays: 2 with a consumer\n");
    assertThat(shell.run("show", "q", late).out()).containsPattern("maxAttempts +3\\R");
    assertThat(REDIS.call("ZRANGE", base + ":unack", "0", "-1")).isEqualTo(usedUp + "\n" + held);
    assertThat(REDIS.call("GET", messages + ":msg:" + held)).isEqualTo("held");
  }

  @Test
  void aMessageThatHasExpiredIsReported() {
    REDIS.call("ZADD", base + ":pending", LATER, "gone", LATER, message("here", "3"));

    Result ran = run();

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("message gone is 'expired'; allowed: a message within its TTL");
    assertThat(ran.out()).startsWith("moved 1 entry");
  }

  @Test
  void manyMessagesOfAllStatesAreMovedPageByPage() {
    List<String> ready = new ArrayList<>(List.of("LPUSH", base + ":ready"));
    for (int i = 0; i < 1_250; i++) {
      ready.add(message("ready", "3"));
      REDIS.call("ZADD", base + ":pending", LATER, message("pending", "3"));
    }
    REDIS.call(ready.toArray(String[]::new));

    assertThat(run("--dry-run").out()).startsWith("to move: 1250 pending, 1250 ready");
    assertThat(run().out()).startsWith("moved 2500 entries");
    assertThat(REDIS.call("KEYS", "*" + name + "*")).isEmpty();
  }

  @Test
  void hashTagsAndPrefixesNameOtherKeys() {
    base = "{other:" + name + "}";
    messages = "{dp:" + name + "}";
    String id = message("x", "3");
    REDIS.call("ZADD", base + ":pending", LATER, id);

    assertThat(run("--hash-tag", "--prefix", "other").out()).startsWith("moved 1 entry");
    assertThat(shell.run("show", "q", id).code()).isZero();
    assertThat(REDIS.call("KEYS", "*" + name + "*")).isEmpty();
  }

  /** Writes a message as the library does before it puts the id among the pending ones. */
  private String message(String payload, String retries) {
    String id = UUID.randomUUID().toString();
    REDIS.call("SET", messages + ":msg:" + id, payload, "EX", "3600");
    REDIS.call("HSET", base + ":retry:cnt", id, retries);
    return id;
  }

  private Result run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("import", "delayqueue", REDIS.uri()));
    arguments.addAll(List.of("--queue", name, "--into", "q"));
    arguments.addAll(List.of(more));
    return shell.run(arguments.toArray(String[]::new));
  }
}
