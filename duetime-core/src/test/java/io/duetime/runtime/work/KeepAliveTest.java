package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.WorkerBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long a JVM lives whose main starts a worker and returns. */
class KeepAliveTest {
  private static final String RAN = "ran";

  /** Starts a worker and returns. */
  static final class Main {
    public static void main(String[] args) {
      Duetime duetime = Duetime.open("memory:");
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      boolean daemon = args[0].equals("daemon");
      queue.schedule("x", daemon ? Duration.ofHours(1) : Duration.ofMillis(300));
      WorkerBuilder<String> worker =
          queue
              .worker(job -> {
                System.out.println(RAN);
                duetime.close();
              })
              .closeLimit(Duration.ZERO);
      worker.daemon(daemon).start();
      if (args[0].equals("throws")) {
        throw new IllegalStateException("after the start");
      }
    }
  }

  private record Ended(int code, String out) {}

  private static Ended run(String how) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                how)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), out.strip());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @Tag("full")
  void aWorkerKeepsTheJvmAliveUntilItsStoreIsClosed() throws Exception {
    assertThat(run("returns")).isEqualTo(new Ended(0, RAN));
  }

  @Test
  @Tag("full")
  void itAlsoDoesWhenMainThrows() throws Exception {
    assertThat(run("throws")).isEqualTo(new Ended(1, RAN));
  }

  @Test
  @Tag("full")
  void aDaemonEndsWithMain() throws Exception {
    assertThat(run("daemon")).isEqualTo(new Ended(0, ""));
  }

  @Test
  void theThreadEndsWithTheWorker() throws InterruptedException {
    try (Duetime duetime = Duetime.open("memory:")) {
      var worker = duetime.queue("q", Codec.string()).worker(job -> {}).name("short").start();
      List<Thread> own = threads();
      assertThat(own).hasSize(1).noneMatch(Thread::isDaemon);

      worker.close();

      own.get(0).join(TimeUnit.MINUTES.toMillis(1));
      assertThat(own.get(0).isAlive()).isFalse();
    }
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("duetime-keep-alive-short"))
        .toList();
  }
}
