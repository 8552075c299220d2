package io.duetime.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.duetime.bench.ServerProcess;
import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.peer.Keeper.Running;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A PostgreSQL of the bench's own, and how its clients connect. */
final class Postgres {
  private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");

  private Postgres() {}

  static DataSource pool(Place place) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(place.uri());
    config.setMaximumPoolSize(20);
    return new HikariDataSource(config);
  }

  /** Runs statements that are separated by semicolons; returns the number that a query answers. */
  static double execute(Place place, String statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(place.uri());
        Statement statement = connection.createStatement()) {
      ResultSet result = statement.execute(statements) ? statement.getResultSet() : null;
      return result != null && result.next() ? result.getDouble(1) : Double.NaN;
    }
  }

  /** Starts one with an empty database. */
  static Running start(Path parent) throws IOException {
    String programs = programs() + "/";
    Scratch scratch = Scratch.in(parent);
    Path folder = scratch.path();
    if (isRoot()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postgres"));
    }
    String data = folder + "/data";
    String control = programs + "pg_ctl -D " + data;
    int port = ServerProcess.freeAddress().getPort();
    run(programs + "initdb -U bench -A trust --no-sync -D " + data);
    run(
        control
            + " -w -l %s/log -o \"-p %d -c listen_addresses=127.0.0.1\"".formatted(folder, port)
            + " -o \"-c unix_socket_directories=''\" start");
    long pid = Long.parseLong(Files.readAllLines(Path.of(data, "postmaster.pid")).get(0));
    return new Running(
        new Place("jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=bench", pid),
        Programs.output(programs + "postgres", "--version"),
        () -> {
          run(control + " -m immediate stop");
          scratch.close();
        });
  }

  private static Path programs() throws IOException {
    if (!Files.isDirectory(PROGRAMS)) {
      throw new MissingPeerException("PostgreSQL");
    }
    try (Stream<Path> versions = Files.list(PROGRAMS)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .findFirst()
          .orElseThrow(() -> new MissingPeerException("PostgreSQL"));
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Runs a command of the shell as a user who is not root, as PostgreSQL wants it. */
  private static void run(String command) throws IOException {
    List<String> words = new ArrayList<>();
    if (isRoot()) {
      words.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    words.addAll(List.of("sh", "-c", command));
    Process process =
        new ProcessBuilder(words)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(command + ": " + output);
    }
  }
}
