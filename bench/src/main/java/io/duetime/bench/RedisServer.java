package io.duetime.bench;

import io.duetime.Durability;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Stores;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import java.util.List;
import java.util.function.Supplier;

/** A Redis of the bench's own on this machine, one server or a cluster, which keeps nothing. */
public final class RedisServer extends Stores {
  private final String uri;
  private final AutoCloseable process;
  private final int port;
  private final List<RedisTalk> nodes;

  private RedisServer(String uri, AutoCloseable process, List<RedisProcess> nodes) {
    super(Durability.NONE);
    this.uri = uri;
    this.process = process;
    this.port = nodes.get(0).port();
    this.nodes = nodes.stream().map(node -> RedisTalk.with(node.port())).toList();
  }

  /** Starts one server. */
  public static RedisServer start() {
    RedisProcess process = RedisProcess.start();
    return new RedisServer(process.uri(), process, List.of(process));
  }

  /** Starts a cluster of three masters. */
  public static RedisServer startCluster() {
    RedisCluster cluster = RedisCluster.start();
    return new RedisServer(cluster.uri(), cluster, cluster.masters());
  }

  @Override
  public String empty() {
    nodes.forEach(node -> node.call("FLUSHALL", "SYNC"));
    return uri;
  }

  @Override
  public Figures measure(Supplier<Figures> work) {
    double before = cpuSeconds();
    Figures figures = work.get();
    return figures.withServerCpu(cpuSeconds() - before);
  }

  /** The URI of the store, as it is. */
  public String uri() {
    return uri;
  }

  /** Where the first node listens. */
  int port() {
    return port;
  }

  /** Calls a command of the first node. */
  public String call(String... words) {
    return nodes.get(0).call(words);
  }

  /** The processor time that it has taken so far. */
  double cpuSeconds() {
    return sum("cpu", "used_cpu_user") + sum("cpu", "used_cpu_sys");
  }

  /** A number that its nodes tell. */
  double sum(String section, String field) {
    return nodes.stream()
        .mapToDouble(node -> Double.parseDouble(field(node.call("INFO", section), field)))
        .sum();
  }

  /** How long it has spent in scripts so far, in microseconds. */
  double scriptMicros() {
    String stats = call("INFO", "commandstats");
    // A server that has run no script yet does not name them.
    return stats.contains("cmdstat_evalsha:")
        ? Double.parseDouble(field(stats, "cmdstat_evalsha").replaceAll(".*usec=(\\d+),.*", "$1"))
        : 0;
  }

  /** Version and allocator. */
  public String describe() {
    String version = field(call("INFO", "server"), "redis_version");
    return "Redis " + version + ", " + field(call("INFO", "memory"), "mem_allocator");
  }

  private static String field(String info, String name) {
    return info.lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the server does not tell its " + name));
  }

  @Override
  public void close() {
    nodes.forEach(RedisTalk::close);
    try {
      process.close();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }
}
