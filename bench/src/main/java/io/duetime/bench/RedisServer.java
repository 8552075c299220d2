package io.duetime.bench;

import io.duetime.Durability;
import io.duetime.bench.harness.Stores;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import java.util.Arrays;
import java.util.List;

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
    return startCluster(3);
  }

  /** Starts a cluster. */
  public static RedisServer startCluster(int masters) {
    RedisCluster cluster = RedisCluster.startOf(masters);
    return new RedisServer(cluster.uri(), cluster, cluster.masters());
  }

  @Override
  public String empty() {
    nodes.forEach(node -> node.call("FLUSHALL", "SYNC"));
    return uri;
  }

  @Override
  protected double serverSeconds() {
    return Arrays.stream(nodeSeconds()).sum();
  }

  @Override
  protected double[] nodeSeconds() {
    return nodes.stream()
        .mapToDouble(
            node -> number(node, "cpu", "used_cpu_user") + number(node, "cpu", "used_cpu_sys"))
        .toArray();
  }

  /** A read is about a round trip of a client. */
  @Override
  protected double roundTrips() {
    return sum("stats", "total_reads_processed");
  }

  @Override
  protected double bytes() {
    return sum("memory", "used_memory");
  }

  /** Where the first node listens. */
  int port() {
    return port;
  }

  /** A number that its nodes tell. */
  private double sum(String section, String field) {
    return nodes.stream().mapToDouble(node -> number(node, section, field)).sum();
  }

  private static double number(RedisTalk node, String section, String field) {
    return Double.parseDouble(field(node.call("INFO", section), field));
  }

  /** Version and allocator. */
  public String describe() {
    RedisTalk first = nodes.get(0);
    String version = field(first.call("INFO", "server"), "redis_version");
    return "Redis " + version + ", " + field(first.call("INFO", "memory"), "mem_allocator");
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
