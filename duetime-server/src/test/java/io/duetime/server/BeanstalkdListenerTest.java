package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.internal.time.VirtualTime;
import io.duetime.server.http.ListenFailure;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BeanstalkdListenerTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final ServerSettings.Builder settings =
      ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0));

  @Test
  void aServerRunsWithoutTheProtocolIfTheDefaultPortIsInUse() throws IOException {
    settings.beanstalkd(ServerSettings.DEFAULT_BEANSTALKD);

    try (Closeable taken = take(ServerSettings.DEFAULT_BEANSTALKD.port());
        DuetimeServer server = DuetimeServer.start(settings.build(), time)) {
      assertThat(taken).isNotNull();
      assertThat(server.beanstalkd()).isEmpty();
    }
  }

  @Test
  void aServerDoesNotStartIfThePortThatWasAskedForIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      settings.beanstalkd(new HostPort("127.0.0.1", taken.getLocalPort()));

      assertThatThrownBy(() -> DuetimeServer.start(settings.build(), time))
          .isInstanceOf(ListenFailure.class);
    }
  }

  /** Takes a port, unless another program has it already. */
  private static Closeable take(int port) throws IOException {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (BindException inUse) {
      return () -> {};
    }
  }
}
