package io.duetime.bench.peer;

import io.duetime.bench.harness.LinuxProcess;
import io.duetime.bench.harness.Scratch;
import io.duetime.redis.fixture.RedisTalk;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Where the jobs of a system are, and what that store tells of itself.
 *
 * @param uri of its server, or of its folder; empty if it has none
 * @param pid of its server; 0 if it has none
 */
public record Place(String uri, long pid) {
  private static final String TRANSACTIONS =
      "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";

  private String scheme() {
    return uri.substring(0, uri.indexOf(':'));
  }

  /** The port of the server. */
  int port() {
    return Integer.parseInt(uri.replaceAll(".*:([0-9]+)[^0-9].*|.*:([0-9]+)", "$1$2"));
  }

  /** What all jobs take of the memory or the disk of the store. */
  public double bytes() throws SQLException {
    return switch (scheme()) {
      case "memory" -> heapBytes();
      case "embedded" -> new Scratch(Path.of(uri.substring("embedded:".length()))).bytes();
      case "redis" -> redisNumber("memory", "used_memory");
      case "jdbc" -> Postgres.execute(this, "select pg_database_size(current_database())");
      default -> new LinuxProcess(pid).bytes("VmRSS"); // with its caches and buffers
    };
  }

  /** The processor time of the server. */
  public double cpuSeconds() {
    return new LinuxProcess(pid).cpuSeconds();
  }

  /** How many commands or transactions the clients have asked for; no number if it is not told. */
  public double commands() throws SQLException {
    return switch (scheme()) {
      case "redis" -> redisNumber("stats", "total_commands_processed");
      case "jdbc" -> Postgres.execute(this, TRANSACTIONS);
      default -> Double.NaN;
    };
  }

  private static double heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private double redisNumber(String section, String field) {
    try (RedisTalk talk = RedisTalk.with(port())) {
      return talk.call("INFO", section)
          .lines()
          .filter(line -> line.startsWith(field + ":"))
          .mapToDouble(line -> Double.parseDouble(line.substring(field.length() + 1)))
          .sum();
    }
  }
}
