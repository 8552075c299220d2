package io.duetime.bench.redis.server;

import io.duetime.bench.load.Throughput;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import java.util.function.Supplier;

/** A Redis server of the bench's own on this machine, which keeps nothing on disk. */
public final class BenchServer implements AutoCloseable {
  private final RedisProcess process = RedisProcess.start();
  private final RedisTalk talk = RedisTalk.with(process.port());

  public int port() {
    return process.port();
  }

  public String uri() {
    return process.uri();
  }

  /** Forgets all data, at once. */
  public void empty() {
    talk.call("FLUSHALL", "SYNC");
  }

  /** Measures something together with the processor time that the server takes for it. */
  public ServerThroughput measure(Supplier<Throughput> work) {
    double before = cpuSeconds();
    Throughput pace = work.get();
    return new ServerThroughput(pace, (cpuSeconds() - before) * 1e6 / pace.jobs());
  }

  /** The processor time it has taken so far. */
  public double cpuSeconds() {
    String cpu = talk.call("INFO", "cpu");
    return Double.parseDouble(field(cpu, "used_cpu_user"))
        + Double.parseDouble(field(cpu, "used_cpu_sys"));
  }

  /** How long it has spent in scripts so far, in microseconds. */
  public long scriptMicros() {
    String stats = talk.call("INFO", "commandstats");
    // A server that has run no script yet does not name them.
    return stats.contains("cmdstat_evalsha:")
        ? Long.parseLong(field(stats, "cmdstat_evalsha").replaceAll(".*usec=(\\d+),.*", "$1"))
        : 0;
  }

  /** How often it has read from a connection: about once for each round trip of each client. */
  public long reads() {
    return Long.parseLong(field(talk.call("INFO", "stats"), "total_reads_processed"));
  }

  /** How many commands it has carried out, those of scripts with them. */
  public long commands() {
    return Long.parseLong(field(talk.call("INFO", "stats"), "total_commands_processed"));
  }

  /** How many claims a queue has seen. */
  public long claims(String queue) {
    String claims = talk.call("HGET", "dt:{" + queue + "}:meta", "claims");
    return claims.isEmpty() ? 0 : Long.parseLong(claims);
  }

  /** How many of some queues, called by a name and a number from 0 on, have seen a claim. */
  public int claimedFrom(String name, int queues) {
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
  public long usedMemory() {
    return Long.parseLong(field(talk.call("INFO", "memory"), "used_memory"));
  }

  /** Version and allocator. */
  public String describe() {
    return "redis: %s, %s"
        .formatted(
            field(talk.call("INFO", "server"), "redis_version"),
            field(talk.call("INFO", "memory"), "mem_allocator"));
  }

  public static String field(String info, String name) {
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
