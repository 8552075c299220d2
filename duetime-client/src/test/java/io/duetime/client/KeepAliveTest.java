package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM whose main starts a worker and returns lives until the store is closed, on each store. */
@Tag("full")
class KeepAliveTest {
  @TempDir private Path folder;

  /** Starts a worker, whose handler closes the store, and returns. */
  static final class Main {
    public static void main(String[] args) {
      Duetime duetime = Duetime.open(args[0]);
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      queue.schedule("x", Duration.ofMillis(300));
      queue
          .worker(job -> {
            System.out.println("ran");
            duetime.close();
          })
          .closeLimit(Duration.ZERO)
          .start();
    }
  }

  private static void assertRunsItsJobAndEnds(String uri) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                uri)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(out.lines()).containsOnlyOnce("ran");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void inAFolder() throws Exception {
    assertRunsItsJobAndEnds("embedded:" + folder);
  }

  @Test
  void inRedis() throws Exception {
    assertRunsItsJobAndEnds(RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID());
  }

  @Test
  void ofAServer() throws Exception {
    ServerSettings settings =
        ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0)).build();
    try (SystemTime time = new SystemTime();
        DuetimeServer server = DuetimeServer.start(settings, time)) {
      assertRunsItsJobAndEnds("http://127.0.0.1:" + server.http().getPort());
    }
  }
}
