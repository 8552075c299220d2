package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.Worker;
import io.duetime.server.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker over HTTP while its server is killed and started again. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KilledServerTest {
  private static final int JOBS = 400;
  private static final int BEFORE_THE_KILL = 50;

  @TempDir private Path folder;

  private Process server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.destroyForcibly();
    }
  }

  @Test
  void everyAcceptedJobRunsAlthoughTheServerIsKilled() throws Exception {
    int port = freePort();
    start(port);
    Set<String> accepted = ConcurrentHashMap.newKeySet();
    Set<String> ran = ConcurrentHashMap.newKeySet();
    CountDownLatch some = new CountDownLatch(BEFORE_THE_KILL);
    CountDownLatch all = new CountDownLatch(JOBS);
    try (Duetime duetime = Duetime.open("http://127.0.0.1:" + port)) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      for (int i = 0; i < JOBS; i++) {
        accepted.add(queue.schedule("job-" + i, "x", Duration.ZERO).id());
      }
      try (Worker worker =
          queue
              .worker(job -> {
                some.countDown();
                if (ran.add(job.id())) {
                  all.countDown();
                }
              })
              .concurrency(4)
              .lease(Duration.ofSeconds(3))
              .start()) {
        some.await();
        server.destroyForcibly().waitFor();
        start(port);
        all.await();
      }
    }

    assertThat(ran).containsExactlyInAnyOrderElementsOf(accepted);
  }

  private void start(int port) throws IOException {
    server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "server",
                "--store",
                "embedded:" + folder,
                "--http",
                "127.0.0.1:" + port)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).contains("listens on");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
