package io.duetime.server.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpServerConfig;
import io.vertx.core.spi.metrics.TransportMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the open connections of one protocol. Thread safe. */
final class ConnectionCounter implements VertxMetrics {
  private final AtomicInteger open = new AtomicInteger();

  ConnectionCounter(String protocol, MeterRegistry registry) {
    Gauge.builder("duetime.connections", open, AtomicInteger::get)
        .description("Open connections of callers")
        .tag("protocol", protocol)
        .register(registry);
  }

  @Override
  public TransportMetrics<?> createTcpServerMetrics(
      TcpServerConfig config, String protocol, SocketAddress address) {
    return new TransportMetrics<Object>() {
      @Override
      public Object connected(SocketAddress remote, String name) {
        open.incrementAndGet();
        return this;
      }

      @Override
      public void disconnected(Object connection, SocketAddress remote) {
        open.decrementAndGet();
      }
    };
  }
}
