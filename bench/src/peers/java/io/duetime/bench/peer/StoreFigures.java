package io.duetime.bench.peer;

import io.duetime.bench.harness.Scratch;
import io.duetime.redis.fixture.RedisTalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;

/** What the keeper of the jobs tells of itself. */
public record StoreFigures(Place place) {
  private static final String TRANSACTIONS =
      "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";

  /** What all of its jobs take of the memory or the disk of the store. */
  public double bytes() throws IOException, SQLException {
    return switch (place.scheme()) {
      case "memory" -> heapBytes();
      case "embedded" -> new Scratch(Path.of(place.uri().substring("embedded:".length()))).bytes();
      case "redis" -> redisNumber("memory", "used_memory");
      case "jdbc" -> databaseNumber("select pg_database_size(current_database())");
      default -> residentBytes();
    };
  }

  /** How many commands or transactions its clients have asked for so far. */
  public double commands() throws SQLException {
    return switch (place.scheme()) {
      case "redis" -> redisNumber("stats", "total_commands_processed");
      case "jdbc" -> databaseNumber(TRANSACTIONS);
      default -> throw new IllegalStateException("not told: " + place);
    };
  }

  private static double heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private double databaseNumber(String query) throws SQLException {
    try (Postgres postgres = Postgres.at(place)) {
      return postgres.number(query);
    }
  }

  /** Of the process of the server, with its caches and buffers. */
  private double residentBytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc", "" + place.pid(), "status"))) {
      return 1024
          * lines.filter(line -> line.startsWith("VmRSS:")).mapToDouble(StoreFigures::number).sum();
    }
  }

  private double redisNumber(String section, String field) {
    RedisTalk talk = RedisTalk.with(place.port());
    try {
      return talk.call("INFO", section)
          .lines()
          .filter(line -> line.startsWith(field + ":"))
          .mapToDouble(StoreFigures::number)
          .sum();
    } finally {
      talk.close();
    }
  }

  private static double number(String line) {
    return Double.parseDouble(line.replaceAll("[^0-9]", ""));
  }
}
