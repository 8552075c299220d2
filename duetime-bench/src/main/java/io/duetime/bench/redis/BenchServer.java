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

  private double cpuSeconds() {
    String cpu = talk.call("INFO", "cpu");
    return Double.parseDouble(field(cpu, "used_cpu_user"))
        + Double.parseDouble(field(cpu, "used_cpu_sys"));
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
