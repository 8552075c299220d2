package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.internal.time.SystemTime;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuetimeServerTest {
  @TempDir Path folder;

  @Test
  void anInterruptedThreadClosesTheStoreAllTheSame() {
    try (SystemTime time = new SystemTime()) {
      DuetimeServer server = DuetimeServer.start(settings(), time);

      Thread.currentThread().interrupt();
      server.close();

      assertThat(Thread.interrupted()).isTrue();
      DuetimeServer.start(settings(), time).close();
    }
  }

  private ServerSettings settings() {
    return ServerSettings.builder()
        .store("embedded:" + folder.resolve("data"))
        .http(new HostPort("127.0.0.1", 0))
        .build();
  }
}
