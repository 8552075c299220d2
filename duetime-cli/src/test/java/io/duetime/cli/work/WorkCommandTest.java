package io.duetime.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class WorkCommandTest {
  @RegisterExtension private final Shell shell = new Shell();

  @TempDir private Path folder;

  @Test
  void theCommandGetsThePayloadAndTheJobInItsEnvironment() throws IOException {
    Path seen = folder.resolve("seen by the command");
    shell.runWith(
        "{\"id\":\"a b\",\"payload\":{\"n\": 1},\"priority\":7,\"headers\":{\"trace-id\":\"t1\"}}",
        "load",
        "-",
        "--queue",
        "q");

    Result work =
        work(
            "{ cat; echo; echo \"$DUETIME_QUEUE|$DUETIME_ID|$DUETIME_ATTEMPT|$DUETIME_MAX_ATTEMPTS\";"
                + " echo \"$DUETIME_PRIORITY|$DUETIME_CONTENT_TYPE|$DUETIME_HEADER_TRACE_ID\";"
                + " echo \"${DUETIME_DUE_AT%%T*}|$DUETIME_LATENESS_MS|$DUETIME_FENCE\"; } > '"
                + seen
                + "'");

    assertThat(work.code()).isZero();
    assertThat(work.out()).matches("a b done in \\d+ ms, started \\d+ ms after it was due\\R");
    assertThat(Files.readString(seen).lines().toList().subList(0, 3))
        .containsExactly("{\"n\": 1}", "q|a b|1|20", "7|application/json|t1");
    assertThat(Files.readString(seen).lines().toList().get(3)).matches("20..-..-..\\|\\d+\\|\\d+");
    assertThat(shell.run("show", "q", "a b").code()).isEqualTo(1);
  }

  @Test
  void aFailureIsRetriedWithItsExitCodeAndWhatItSaid() {
    shell.run("put", "q", "a", "x", "--backoff", "1h");

    Result work = work("echo 'no such order' >&2; exit 3");

    assertThat(work.out()).isEmpty();
    assertThat(work.err())
        .contains("no such order", "a attempt 1: failed, will be retried: exit 3: no such order");
    assertThat(shell.run("show", "q", "a").out())
        .contains("state          DELAYED", "\"error\":\"exit 3: no such order\"");
  }

  @Test
  void anExitCodeMayBuryAJob() {
    shell.run("put", "q", "a", "x");

    Result work = work("exit 65", "--bury-on", "64,65");

    assertThat(work.err()).contains("failed, is dead: exit 65");
    assertThat(shell.run("show", "q", "a").out()).contains("state          DEAD");
  }

  @Test
  void aCommandThatRunsTooLongIsKilledAndItsJobRetried() {
    shell.run("put", "q", "a", "x", "--backoff", "1h");

    Result work = work("echo begun >&2; sleep 60", "--timeout", "3s");

    assertThat(work.err()).contains("begun", "killed: it ran longer than 3s");
    assertThat(shell.run("show", "q", "a").out()).contains("state          DELAYED");
  }

  @Test
  @Timeout(120)
  void aCommandWhoseJobIsCancelledIsKilledWhereThatIsAsked() {
    shell.run("put", "q", "a", "x");
    Path begun = folder.resolve("begun");
    CompletableFuture<Result> work =
        CompletableFuture.supplyAsync(
            () -> work("touch '" + begun + "'; sleep 60", "--kill-on-cancel", "--lease", "1h"));
    SignalAwaiter.until("the command", () -> Files.exists(begun));

    assertThat(shell.run("cancel", "q", "a").out()).contains("a running");

    assertThat(work.join().err())
        .contains("a attempt 1: ended; it had been cancelled: killed: the job was cancelled");
    assertThat(shell.run("show", "q", "a").code()).isEqualTo(1);
  }

  @Test
  @Timeout(120)
  void theWorkerEndsSoonAfterItsLastJobHoweverLongItsLeaseWas() {
    shell.run("put", "q", "a", "x");

    Result work = shell.run("work", "q", "--exec", "true", "--lease", "1h", "--idle-exit", "500ms");

    assertThat(work.code()).isZero();
    assertThat(work.out()).startsWith("a done");
  }

  @Test
  @Timeout(120)
  void noJobsAreRunWhereNoneAreAskedFor() {
    shell.run("put", "q", "a", "x");

    assertThat(shell.run("work", "q", "--exec", "true", "--max", "0").code()).isZero();
    assertThat(shell.run("show", "q", "a").out()).contains("state          READY");
  }

  @Test
  @Timeout(120)
  void aWorkerThatMayBeIdleEndsThoughItsServerIsAway() {
    Result work =
        shell.run(
            "work", "q", "--server", "http://127.0.0.1:1", "--exec", "true", "--idle-exit", "1s");

    assertThat(work.code()).isZero();
    assertThat(work.err())
        .contains("no server at http://127.0.0.1:1")
        .containsPattern("next attempt in [0-9]+ ms");
  }

  @Test
  void aLargePayloadNeedNotBeRead() throws IOException {
    Path file = folder.resolve("large");
    Files.write(file, new byte[1 << 20]);
    shell.run("put", "q", "a", "--file", file.toString());

    assertThat(work("exit 0").out()).startsWith("a done");
  }

  @Test
  void manyJobsRunAtOnceAndEachIsRunOnce() throws IOException {
    Path runs = folder.resolve("runs");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      lines.append("{\"id\":\"j").append(i).append("\"}\n");
    }
    shell.runWith(lines.toString(), "load", "-", "--queue", "q");

    Result work =
        shell.run(
            "work",
            "q",
            "--exec",
            "echo $DUETIME_ID >> '" + runs + "'",
            "-c",
            "4",
            "--max",
            "50",
            "--json");

    assertThat(work.out().lines()).hasSize(50).allMatch(line -> line.contains("\"ACKED\""));
    assertThat(Files.readAllLines(runs)).hasSize(50).doesNotHaveDuplicates();
  }

  @Test
  void noMoreCommandsRunThanWereAskedForAndTheOtherJobsAreReleased() {
    for (int i = 0; i < 8; i++) {
      shell.run("put", "q", "j" + i, "x");
    }

    Result work = shell.run("work", "q", "--exec", "true", "-c", "4", "--max", "3");

    assertThat(work.out().lines()).hasSize(3);
    assertThat(work.err().lines()).hasSize(1);
    assertThat(shell.run("list", "q", "--state", "READY").out().lines().skip(1))
        .hasSize(5)
        .allMatch(line -> line.matches("j\\d +READY +\\S+ +0 +1024"));
  }

  @Test
  void aWorkerThatIsIdleEnds() {
    assertThat(shell.run("work", "q", "--exec", "true", "--idle-exit", "50ms").code()).isZero();
  }

  @Test
  void aWorkerSaysWhatItDoesAndWhatEndsItBeforeItsFirstJob() {
    shell.run("put", "q", "a", "x");

    assertThat(work("true", "--idle-exit", "1m").err())
        .isEqualTo(
            "duetime: working on queue 'q' of "
                + shell.url()
                + " until 1 job has run or there has been no job for 1m or it is interrupted"
                + System.lineSeparator());
    shell.run("put", "q", "b", "x");
    assertThat(work("true", "--quiet").err()).isEmpty();
  }

  @Test
  void aWorkerSaysThatItsQueueDoesNotExistYet() {
    assertThat(shell.run("work", "mistyped", "--exec", "true", "--idle-exit", "1ms").err().lines())
        .containsExactly(
            "duetime: working on queue 'mistyped' of "
                + shell.url()
                + " until there has been no job for 1ms or it is interrupted",
            "duetime: queue 'mistyped' did not exist; it is created");
  }

  private Result work(String command, String... more) {
    String[] fixed = {"work", "q", "--exec", command, "--max", "1"};
    String[] args = new String[fixed.length + more.length];
    System.arraycopy(fixed, 0, args, 0, fixed.length);
    System.arraycopy(more, 0, args, fixed.length, more.length);
    return shell.run(args);
  }
}
