package io.duetime.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.duetime.bench.ServerProcess;
import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Scratch;
import io.duetime.bench.peer.Keeper.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL of the bench's own, and what its clients share. */
record Postgres(HikariDataSource pool) implements AutoCloseable {
  private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");
  private static final int CONNECTIONS = 20;

  /** Connects. */
  static Postgres at(Place place) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(place.uri());
    config.setMaximumPoolSize(CONNECTIONS);
    return new Postgres(new HikariDataSource(config));
  }

  /** Runs statements that are separated by semicolons. */
  void execute(String statements) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    }
  }

  /** The one number that a query answers. */
  double number(String query) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getDouble(1);
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  /** Starts one with an empty database. */
  static Running start(Path parent) throws IOException, InterruptedException {
    Path programs = programs();
    Scratch scratch = Scratch.in(parent);
    Path folder = scratch.path();
    if (isRoot()) {
      run(List.of("chown", "postgres", folder.toString()));
    }
    String data = folder.resolve("data").toString();
    run(
        asPostgres(
            programs.resolve("initdb").toString(),
            "-D",
            data,
            "-U",
            "bench",
            "-A",
            "trust",
            "--no-sync"));
    int port = ServerProcess.freeAddress().getPort();
    String options = "-p " + port + " -c unix_socket_directories='' -c listen_addresses=127.0.0.1";
    String control = programs.resolve("pg_ctl").toString();
    run(asPostgres(control, "-D", data, "-w", "-l", folder + "/log", "-o", options, "start"));
    long pid = Long.parseLong(Files.readAllLines(Path.of(data, "postmaster.pid")).get(0));
    return new Running(
        new Place("jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=bench", pid),
        () -> {
          run(asPostgres(control, "-D", data, "-m", "immediate", "stop"));
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

  /** It refuses to run as root. */
  private static List<String> asPostgres(String... command) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    all.addAll(List.of(command));
    return all;
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("duetime-bench-postgresql", ".log");
    int status =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    String output = Files.readString(log);
    Files.delete(log);
    if (status != 0) {
      throw new IOException(command + ": " + output);
    }
  }
}
