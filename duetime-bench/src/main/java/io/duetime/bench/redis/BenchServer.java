package io.duetime.bench.redis;

import io.duetime.bench.load.Pace;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import java.util.function.Supplier;

/** A Redis server of the bench's own on this machine, which keeps nothing on disk. */
final class BenchServer implements AutoCloseable {
  private final RedisProcess process = RedisProcess.start();
  private final RedisTalk talk = RedisTalk.with(process.port());

  int port() {
    return process.port();
  }

  String uri() {
    return process.uri();
  }

  /** Forgets all data, at once. */
  void empty() {
    talk.call("FLUSHALL", "SYNC");
  }

  /** Measures something together with the processor time that the server takes for it. */
  ServerPace measure(Supplier<Pace> work) {
    double before = cpuSeconds();
    Pace pace = work.get();
    return new ServerPace(pace, (cpuSeconds() - before) * 1e6 / pace.jobs());
  }

  /** The processor time it has taken so far. */
  double cpuSeconds() {
    String cpu = talk.call("INFO", "cpu");
    return Double.parseDouble(field(cpu, "used_cpu_user"))
        + Double.parseDouble(field(cpu, "used_cpu_sys"));
  }

  /** How long it has spent in scripts so far, in microseconds. */
  long scriptMicros() {
    String stats = talk.call("INFO", "commandstats");
    // A server that has run no script yet does not name them.
    return stats.contains("cmdstat_evalsha:")
        ? Long.parseLong(field(stats, "cmdstat_evalsha").replaceAll(".*usec=(\\d+),.*", "$1"))
        : 0;
  }

  /** How often it has read from a connection: about once for each round trip of each client. */
  long reads() {
    return Long.parseLong(field(talk.call("INFO", "stats"), "total_reads_processed"));
  }

  /** How many commands it has carried out, those of scripts with them. */
  long commands() {
    return Long.parseLong(field(talk.call("INFO", "stats"), "total_commands_processed"));
  }

  /** How many claims a queue has seen. */
  long claims(String queue) {
    String claims = talk.call("HGET", "dt:{" + queue + "}:meta", "claims");
    return claims.isEmpty() ? 0 : Long.parseLong(claims);
  }

  /** How many of some queues, called by a name and a number from 0 on, have seen a claim. */
  int claimedFrom(String name, int queues) {
    String script =
        """
        local claimed = 0
        for i = 0, ARGV[2] - 1 do
          claimed = claimed + redis.call('HEXISTS', 'dt:{' .. ARGV[1] .. i .. '}:meta', 'claims')
        end
        return claimed
        """;
    return Integer.parseInt(talk.call("EVAL", script, "0", name, Integer.toString(queues)));
  }

  /** The bytes its data takes, with what the allocator rounds up. */
  long usedMemory() {
    return Long.parseLong(field(talk.call("INFO", "memory"), "used_memory"));
  }

  /** Version and allocator. */
  String describe() {
    return "redis: %s, %s"
        .formatted(
            field(talk.call("INFO", "server"), "redis_version"),
            field(talk.call("INFO", "memory"), "mem_allocator"));
  }

  static String field(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the server does not tell its " + name));
  }

  @Override
  public void close() {
    talk.close();
    process.close();
  }
}
