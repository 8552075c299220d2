package io.duetime.redis.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Counts;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.redis.fixture.RedisProcess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Processes with this version of the library and with the one before it, on one store, are killed
 * at any time while the queue is split and limited: nothing is lost, early, or run after it was
 * cancelled. {@code -Dduetime.previous=CLASSPATH} says where the version before is; without it both
 * are this one.
 */
@Tag("full")
class TwoVersionsTest {
  private static final String THIS = System.getProperty("java.class.path");
  private static final String PREVIOUS = System.getProperty("duetime.previous", "");

  private final RedisProcess server = RedisProcess.start();
  private final Map<String, Set<String>> said = new ConcurrentHashMap<>();
  private final List<Process> processes = new ArrayList<>();
  private int started;

  @AfterEach
  void close() {
    processes.forEach(Process::destroyForcibly);
    server.close();
  }

  @Test
  void aVersionAndTheOneBeforeItWorkTogetherOnOneStore() throws IOException {
    try (Duetime duetime = Duetime.open(server.uri())) {
      JobQueue<String> queue = duetime.queue(VersionChild.QUEUE, Codec.string());
      Process previous = start(previous());
      Process current = start(THIS);
      awaitMore("scheduled", 200);
      queue.admin().configure(settings -> settings.shards(3));
      awaitMore("scheduled", 200);

      kill(previous);
      previous = start(previous());
      awaitMore("ran", 100);
      queue.admin().configure(settings -> settings.maxRunning(3));
      awaitMore("scheduled", 200);
      kill(current);
      current = start(THIS);
      awaitMore("ran", 100);
      queue.admin().configure(settings -> settings.shards(2).maxRunning(0));
      awaitMore("scheduled", 200);

      previous.getOutputStream().close();
      current.getOutputStream().close();
      SignalAwaiter.until("an empty queue", () -> isEmpty(queue.admin().counts()));
      SignalAwaiter.until("all that ran", () -> ids("ran").containsAll(due()));

      assertThat(ids("early")).isEmpty();
      assertThat(ids("failed")).isEmpty();
      assertThat(ids("ran")).doesNotContainAnyElementsOf(ids("cancelled"));
      assertThat(queue.admin().counts().now().dead()).isZero();
      assertThat(duetime.queues()).containsExactly(VersionChild.QUEUE);
    }
  }

  // Process.destroyForcibly would also close its output, with what has not been read of it.
  private static void kill(Process process) {
    process.toHandle().destroyForcibly();
  }

  private static String previous() {
    return PREVIOUS.isEmpty() ? THIS : testClasses() + File.pathSeparator + PREVIOUS;
  }

  // Of this version's tests the other process needs its main class alone.
  private static String testClasses() {
    return Path.of(VersionChild.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .toString();
  }

  private static boolean isEmpty(Counts counts) {
    return counts.now().delayed() + counts.now().ready() + counts.now().running() == 0;
  }

  private Set<String> due() {
    Set<String> due = ConcurrentHashMap.newKeySet();
    due.addAll(ids("scheduled"));
    due.removeIf(id -> ids("cancelling").contains(id) && !ids("late").contains(id));
    return due;
  }

  private Set<String> ids(String what) {
    return said.computeIfAbsent(what, same -> ConcurrentHashMap.newKeySet());
  }

  private void awaitMore(String what, int more) {
    int before = ids(what).size();
    SignalAwaiter.until(
        more + " more " + what + ": " + ids("failed"), () -> ids(what).size() >= before + more);
  }

  private Process start(String classpath) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    int number = ++started;
    Process process =
        new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                classpath,
                VersionChild.class.getName(),
                server.uri(),
                "p" + number,
                Integer.toString(number))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    processes.add(process);
    Thread reader = new Thread(() -> read(process), "output-of-" + number);
    reader.setDaemon(true);
    reader.start();
    return process;
  }

  private void read(Process process) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int space = line.indexOf(' ');
        ids(line.substring(0, space)).add(line.substring(space + 1));
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
