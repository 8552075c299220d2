package io.duetime.spring.boot.autoconfigure.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;

/** A JVM with a {@link Victim}. */
final class VictimProcess implements AutoCloseable {
  private final Process process;
  private final StringBuilder log = new StringBuilder();

  private VictimProcess(Process process) {
    this.process = process;
  }

  static VictimProcess start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName()));
    command.addAll(List.of(arguments));
    return new VictimProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Makes empty tables of the application. */
  static void createTables(String database, int accounts) throws Exception {
    try (var connection = DriverManager.getConnection(database);
        var statement = connection.createStatement()) {
      statement.execute("drop table if exists victims");
      statement.execute("create table victims (number int primary key)");
      statement.execute("drop table if exists accounts");
      statement.execute("create table accounts (number int primary key, credits int not null)");
      for (int account = 0; account < accounts; account++) {
        statement.execute("insert into accounts values (" + account + ", 0)");
      }
    }
  }

  /** Waits for a number of lines that begin with a word. */
  void awaitLines(String word, int wanted) throws IOException {
    var out = process.inputReader();
    for (int seen = 0; seen < wanted; ) {
      String line = out.readLine();
      assertThat(line).as(log.toString()).isNotNull();
      log.append(line).append('\n');
      seen += line.startsWith(word) ? 1 : 0;
    }
  }

  /** Waits until the process has killed itself; returns how many lines begin with a word. */
  long awaitKilled(String word) throws Exception {
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(String.join("\n", lines)).isEqualTo(KillSwitch.KILLED);
    return lines.stream().filter(line -> line.startsWith(word)).count();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
