package io.duetime.spring.boot.autoconfigure.outbox;

import io.duetime.redis.fixture.TempFolder;
import io.duetime.time.Threads;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The database servers of the machine, if it has them; one process of each for all tests of a JVM.
 */
public final class DatabaseProcesses {
  private static final Path POSTGRESQL = Path.of("/usr/lib/postgresql");
  private static final Path MARIADB = Path.of("/usr/sbin/mariadbd");
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
  private static final String HOST = "127.0.0.1";

  private DatabaseProcesses() {}

  /** The JDBC URL of PostgreSQL, with one database for all tests. */
  public static Optional<String> postgresql() {
    return PostgresqlProcess.URL;
  }

  /** The JDBC URL of MariaDB, with one database for all tests. */
  static Optional<String> mariadb() {
    return MariadbProcess.URL;
  }

  /** The URLs of all that can be started here. */
  static Stream<String> urls() {
    return Stream.of(postgresql(), mariadb()).flatMap(Optional::stream);
  }

  /**
   * Makes a user who may do some things with some tables; returns the properties with which the
   * user connects.
   */
  static List<String> newUser(String url, String rights, List<String> tables) throws SQLException {
    String user = "user" + UUID.randomUUID().toString().replace("-", "");
    boolean isMariadb = url.startsWith("jdbc:mariadb:");
    boolean isH2 = url.startsWith("jdbc:h2:");
    try (Connection connection = DriverManager.getConnection(isH2 ? url + ";USER=sa" : url);
        Statement statement = connection.createStatement()) {
      String password = isMariadb ? " identified by 'secret'" : " password 'secret'";
      statement.execute("create user " + user + password);
      for (String table : tables) {
        statement.execute("grant " + rights + " on " + table + " to " + user);
      }
    }
    // Only an administrator may set how long a database of H2 stays, or make one.
    String plain =
        url.replace(";DB_CLOSE_DELAY=-1", "")
            .replace("?user=test", "")
            .replace("&createDatabaseIfNotExist=true", "");
    return List.of(
        "spring.datasource.url=" + plain,
        "spring.datasource.username=" + user,
        "spring.datasource.password=secret");
  }

  private interface Start {
    Optional<String> url() throws IOException, InterruptedException;
  }

  private static final class PostgresqlProcess {
    static final Optional<String> URL = started(PostgresqlProcess::start);

    private static Optional<String> start() throws IOException, InterruptedException {
      Optional<Path> programs = programs();
      if (programs.isEmpty()) {
        return Optional.empty();
      }
      TempFolder temp = TempFolder.create("postgresql");
      Path folder = temp.path();
      // PostgreSQL refuses to run as root.
      if (ROOT) {
        run(List.of("chown", "postgres", folder.toString()));
      }
      int port = freePort();
      String data = folder.resolve("data").toString();
      String control = programs.get().resolve("pg_ctl").toString();
      // No socket in the file system, whose path may be too long for one.
      String options = "-p " + port + " -c unix_socket_directories='' -c listen_addresses=" + HOST;
      Runtime.getRuntime()
          .addShutdownHook(
              stopper(asPostgres(control, "-D", data, "-m", "immediate", "stop"), temp));
      run(
          asPostgres(
              programs.get().resolve("initdb").toString(),
              "-D",
              data,
              "-U",
              "test",
              "-A",
              "trust"));
      run(asPostgres(control, "-D", data, "-w", "-l", folder + "/log", "-o", options, "start"));
      return Optional.of("jdbc:postgresql://" + HOST + ":" + port + "/postgres?user=test");
    }

    private static Optional<Path> programs() throws IOException {
      if (!Files.isDirectory(POSTGRESQL)) {
        return Optional.empty();
      }
      try (Stream<Path> versions = Files.list(POSTGRESQL)) {
        return versions
            .map(version -> version.resolve("bin"))
            .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
            .findFirst();
      }
    }

    private static List<String> asPostgres(String... command) {
      List<String> all = new ArrayList<>();
      if (ROOT) {
        all.addAll(List.of("runuser", "-u", "postgres", "--"));
      }
      all.addAll(Arrays.asList(command));
      return all;
    }
  }

  private static final class MariadbProcess {
    static final Optional<String> URL = started(MariadbProcess::start);

    private static Optional<String> start() throws IOException, InterruptedException {
      if (!Files.isExecutable(MARIADB)) {
        return Optional.empty();
      }
      TempFolder temp = TempFolder.create("mariadb");
      Path folder = temp.path();
      String data = "--datadir=" + folder.resolve("data");
      Path allowed = folder.resolve("allowed.sql");
      Files.writeString(
          allowed,
          "create user test@'%' identified by '';\ngrant all on *.* to test@'%' with grant option;\n");
      run(
          List.of(
              "mariadb-install-db",
              "--no-defaults",
              "--auth-root-authentication-method=normal",
              "--skip-test-db",
              data,
              user()));
      int port = freePort();
      Process server =
          new ProcessBuilder(
                  MARIADB.toString(),
                  "--no-defaults",
                  data,
                  user(),
                  "--port=" + port,
                  "--bind-address=" + HOST,
                  "--skip-name-resolve",
                  "--socket=socket", // in its folder of data, as the whole path may be too long
                  "--init-file=" + allowed)
              .redirectErrorStream(true)
              .start();
      Runtime.getRuntime()
          .addShutdownHook(
              Threads.daemons("mariadb-stopper")
                  .newThread(() -> {
                    server.destroyForcibly().onExit().join();
                    temp.close();
                  }));
      awaitReady(server);
      return Optional.of(
          "jdbc:mariadb://" + HOST + ":" + port + "/shop?user=test&createDatabaseIfNotExist=true");
    }

    private static String user() {
      return "--user=" + System.getProperty("user.name");
    }

    private static void awaitReady(Process server) throws IOException {
      var log = server.inputReader();
      StringBuilder seen = new StringBuilder();
      for (String line = log.readLine(); line != null; line = log.readLine()) {
        seen.append(line).append('\n');
        if (line.contains("ready for connections")) {
          Threads.daemons("mariadb-log").newThread(() -> log.lines().forEach(rest -> {})).start();
          return;
        }
      }
      throw new IllegalStateException("MariaDB does not start: " + seen);
    }
  }

  private static Optional<String> started(Start start) {
    try {
      return start.url();
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static Thread stopper(List<String> command, TempFolder folder) {
    return Threads.daemons("postgresql-stopper")
        .newThread(() -> {
          try (folder) {
            run(command);
          } catch (IOException | InterruptedException | RuntimeException ended) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    // To a file, since a server that a command starts would keep a pipe open.
    File log = File.createTempFile("database", ".log");
    try {
      int status =
          new ProcessBuilder(command)
              .directory(new File(System.getProperty("java.io.tmpdir")))
              .redirectErrorStream(true)
              .redirectOutput(log)
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException(command + ": " + Files.readString(log.toPath()));
      }
    } finally {
      Files.delete(log.toPath());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
