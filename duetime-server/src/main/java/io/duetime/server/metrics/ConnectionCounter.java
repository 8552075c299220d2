package io.duetime.server.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpServerConfig;
import io.vertx.core.spi.metrics.TransportMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the open connections of each protocol. Thread safe. */
final class ConnectionCounter implements VertxMetrics {
  private final MeterRegistry registry;
  private final Map<String, AtomicInteger> open = new ConcurrentHashMap<>();

  ConnectionCounter(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public TransportMetrics<?> createTcpServerMetrics(
      TcpServerConfig config, String protocol, SocketAddress address) {
    AtomicInteger connections = open.computeIfAbsent(protocol, this::gauge);
    return new TransportMetrics<Object>() {
      @Override
      public Object connected(SocketAddress remote, String name) {
        connections.incrementAndGet();
        return this;
      }

      @Override
      public void disconnected(Object connection, SocketAddress remote) {
        connections.decrementAndGet();
      }
    };
  }

  private AtomicInteger gauge(String protocol) {
    AtomicInteger connections = new AtomicInteger();
    Gauge.builder("duetime.connections", connections, AtomicInteger::get)
        .description("Open connections of callers")
        .tag("protocol", protocol)
        .register(registry);
    return connections;
  }
}
