package io.duetime.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.Main;
import io.duetime.cli.fixture.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A worker as a process of its own, told to stop. */
@Tag("full")
class WorkProcessTest {
  @RegisterExtension private final Shell shell = new Shell();

  @TempDir private Path folder;

  @Test
  void aWorkerThatWaitsStopsAtOnce() throws Exception {
    shell.run("put", "q", "a", "x");
    Process worker = start("true", "1h");
    while (!shell.run("explain", "q", "a").out().startsWith("unknown")) {
      // Until it has done the only job and waits for the next.
    }

    worker.destroy();

    assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aWorkerThatIsStoppedFinishesWhatItHasBegun() throws Exception {
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    shell.run("put", "q", "a", "x");
    Process worker =
        start("touch " + begun + "; while [ ! -e " + go + " ]; do sleep 0.05; done", "1h");
    await(begun);

    worker.destroy();
    Files.createFile(go);

    assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(shell.run("explain", "q", "a").out()).startsWith("unknown");
  }

  @Test
  void aCommandThatOutlivesTheGraceIsKilledAndItsJobReleased() throws Exception {
    Path begun = folder.resolve("begun");
    shell.run("put", "q", "a", "x", "--backoff", "1h");
    Process worker = start("touch " + begun + "; exec sleep 600", "100ms");
    await(begun);

    worker.destroy();

    assertThat(worker.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(shell.run("show", "q", "a").out())
        .contains("state          READY", "interrupted by the close of its worker");
  }

  @Test
  void aCommandEndsWithAWorkerThatIsKilled() throws Exception {
    Path begun = folder.resolve("begun");
    shell.run("put", "q", "a", "x");
    Process worker =
        start("sleep 600 & echo $$ $! > pids; mv pids " + begun + "; wait; touch late", "1h");
    await(begun);
    List<ProcessHandle> commands =
        Stream.of(Files.readString(begun).strip().split(" "))
            .map(Long::parseLong)
            .flatMap(pid -> ProcessHandle.of(pid).stream())
            .toList();
    assertThat(commands).hasSize(2);

    worker.destroyForcibly();

    for (ProcessHandle command : commands) {
      command.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  private static void await(Path file) {
    while (!Files.exists(file)) {
      Thread.onSpinWait();
    }
  }

  private Process start(String command, String grace) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "work",
                "q",
                "--exec",
                command,
                "--grace",
                grace,
                "--server",
                shell.url()))
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("worker.out").toFile())
        .start();
  }
}
