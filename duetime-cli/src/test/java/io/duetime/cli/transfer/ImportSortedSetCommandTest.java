package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ImportSortedSetCommandTest {
  private static final RedisProcess REDIS = RedisProcess.shared();

  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;
  private final String key = "set-" + UUID.randomUUID();

  @Test
  void membersBecomeJobsThatAreDueAtTheirScores() {
    add("4102444800", "in-seconds");
    add("4102444800.5", "with-a-fraction");
    add("4102444800001", "{\"order\":1}");

    Result ran = run("--into", "q");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).matches("moved 3 entries in \\d+\\.\\d s, \\d+ a second\\R");
    assertThat(shell.run("show", "q", "in-seconds").out())
        .contains("2100-01-01T00:00:00.000Z", "text/plain", "in-seconds");
    assertThat(shell.run("show", "q", "with-a-fraction").out())
        .contains("2100-01-01T00:00:00.500Z");
    assertThat(shell.run("list", "q", "--json").out())
        .contains("2100-01-01T00:00:00.001Z", "application/json");
    assertThat(REDIS.call("KEYS", "*" + key + "*")).isEmpty();
  }

  @Test
  void aTerminalShowsTheProgress() {
    add("4102444800", "order-1");

    String[] command = {"import", "sorted-set", REDIS.uri(), "--key", key, "--into", "q"};
    Result ran = shell.run("", shell.url(), true, command);

    assertThat(ran.err()).contains("] 100% 1 entries, ");
  }

  @Test
  void theUnitOfTheScoresCanBeNamed() {
    add("90000000000", "early");

    Result ran = run("--into", "q", "--score", "milliseconds");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(shell.run("show", "q", "early").out()).contains("1972-11-07T16:00:00.000Z");
  }

  @Test
  void aDryRunShowsWhatWouldBeMovedAndChangesNothing() {
    add("4102444800", "order-1");
    add("inf", "never");

    Result ran = run("--into", "q", "--dry-run");

    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .contains("to move: 2 " + key, "q      order-1  2100-01-01T00:00:00.000Z")
        .contains(key + ": cannot be moved: score is 'Infinity'; allowed: a moment");
    assertThat(REDIS.call("ZCARD", key)).isEqualTo("2");
    assertThat(REDIS.call("KEYS", "*" + key + "*")).isEqualTo(key);
    assertThat(shell.run("show", "q", "order-1").code()).isEqualTo(1);
  }

  @Test
  void keysOfAPatternGoToQueuesOfTheirOwnOrToOne() {
    add(":a", "4102444800", "same");
    add(":b", "4102444800", "same");
    shell.run("import", "sorted-set", REDIS.uri(), "--key", key + ":*", "--into", "queue-*");
    add(":a", "4102444800", "same");
    add(":b", "4102444800", "same");
    shell.run("import", "sorted-set", REDIS.uri(), "--key", key + ":*", "--into", "all");

    assertThat(shell.run("show", "queue-a", "same").code()).isZero();
    assertThat(shell.run("show", "queue-b", "same").code()).isZero();
    assertThat(shell.run("show", "all", key + ":a/same").code()).isZero();
    assertThat(shell.run("show", "all", key + ":b/same").code()).isZero();
  }

  @Test
  void anEntryThatCannotBeStoredStaysAndTheOthersAreMoved() {
    add("inf", "never");
    add("4102444800", "order-1");

    Result first = run("--into", "q");
    Result second = run("--into", "q");

    assertThat(first.code()).isEqualTo(1);
    assertThat(first.err()).contains("not moved: score is 'inf'; allowed: a moment");
    assertThat(first.out()).contains("moved 1 entry").contains("kept in the source: 1");
    assertThat(second.code()).isEqualTo(1);
    assertThat(REDIS.call("HVALS", "duetime-import:{" + key + "}")).isEqualTo("inf never");
  }

  @Test
  void nothingIsTakenWhenNoEntryIsUsable() {
    add("inf", "never");
    add("+inf", "never again");

    Result ran = run("--into", "q");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("; nothing was moved");
    assertThat(REDIS.call("ZCARD", key)).isEqualTo("2");
  }

  @Test
  void anImportContinuesWithWhatAnInterruptedOneHasTaken() {
    REDIS.call("HSET", "duetime-import:{" + key + "}", "page-1", "4102444800 order-1");

    Result ran = run("--into", "q");

    assertThat(ran.out()).startsWith("moved 1 entry");
    assertThat(shell.run("show", "q", "order-1").code()).isZero();
    assertThat(REDIS.call("KEYS", "*" + key + "*")).isEmpty();
  }

  @Test
  void ofAMemberThatWasTakenTwiceTheLaterEntryIsStoredLast() {
    List<String> taken = new ArrayList<>(List.of("HSET", "duetime-import:{" + key + "}"));
    for (int i = 0; i < 1_500; i++) {
      taken.addAll(List.of("page-1-" + i, "4102444800 order-" + i));
      taken.addAll(List.of("page-2-" + i, "4133980800 order-" + i));
    }
    REDIS.call(taken.toArray(String[]::new));

    Result ran = run("--into", "q");

    assertThat(ran.out()).startsWith("moved 3000 entries");
    for (int i = 0; i < 1_500; i += 150) {
      assertThat(shell.run("show", "q", "order-" + i).out()).contains("2101-01-01");
    }
  }

  @Test
  void aTakenEntryOfAPatternIsFoundWhenItsSetIsGone() {
    REDIS.call("HSET", "duetime-import:{" + key + ":a}", "page-1", "4102444800 order-1");
    REDIS.call("HSET", "duetime-import:of:" + key + ":{b}", "page-1", "4102444800 order-2");

    shell.run("import", "sorted-set", REDIS.uri(), "--key", key + ":*", "--into", "q");

    assertThat(shell.run("show", "q", key + ":a/order-1").code()).isZero();
    assertThat(shell.run("list", "q", "--json").out()).contains("2100-01-01").contains("order-1");
    assertThat(REDIS.call("KEYS", "*" + key + "*")).isEmpty();
  }

  @Test
  void followingMovesWhatIsAddedAndAMemberThatIsAddedAgainMovesItsJob() {
    CompletableFuture<Result> ran =
        CompletableFuture.supplyAsync(() -> run("--into", "q", "--follow", "--idle-exit", "3s"));
    add("4102444800", "order-1");
    Waiting.until("a job", () -> shell.run("show", "q", "order-1").out().contains("2100-01-01"));

    add("4133980800", "order-1");

    Waiting.until("its move", () -> shell.run("show", "q", "order-1").out().contains("2101-01-01"));
    assertThat(ran.join().out()).startsWith("moved 2 entries");
  }

  @Test
  void entriesGoToAStoreWithoutAServer() {
    String store = "embedded:" + folder.resolve("store") + "?lowSpace=0&reserve=0";
    add("4102444800", "order-1");

    Result ran = run("--into", "q", "--store", store);

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(shell.run("verify", "--store", store).out()).startsWith("1 jobs in 1 queues");
  }

  @Test
  void nothingIsTakenWithoutAServer() {
    add("4102444800", "order-1");

    Result ran = run("--into", "q", "--server", "http://127.0.0.1:1");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("no server at http://127.0.0.1:1");
    assertThat(REDIS.call("ZCARD", key)).isEqualTo("1");
  }

  @Test
  void wrongArgumentsAreRefusedBeforeAnythingIsTaken() {
    assertThat(run("--into", "a b").err()).startsWith("duetime: --into is 'a b'; allowed: ");
    assertThat(run("--into", "q-*").err()).contains("a * only if --key has one");
    assertThat(run("--into", "q", "--idle-exit", "1s").err()).contains("only with --follow");
    assertThat(run("--into", "q", "--store", "memory:").code()).isEqualTo(2);
    Result nowhere =
        shell.run(
            "import", "sorted-set", "redis://:secret@127.0.0.1:1", "--key", key, "--into", "q");
    assertThat(nowhere.code()).isEqualTo(1);
    assertThat(nowhere.err()).contains("does not answer").doesNotContain("secret");
    assertThat(shell.run("import", "sorted-set", "http://x", "--key", key, "--into", "q").err())
        .contains("allowed: redis://");
    assertThat(shell.run("import").err()).contains("Missing required parameter: 'FILE'");
  }

  private void add(String score, String member) {
    add("", score, member);
  }

  private void add(String suffix, String score, String member) {
    REDIS.call("ZADD", key + suffix, score, member);
  }

  private Result run(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("import", "sorted-set", REDIS.uri(), "--key", key));
    arguments.addAll(List.of(more));
    return shell.run(arguments.toArray(String[]::new));
  }
}
