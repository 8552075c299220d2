package pythonworker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The worker in Python handles what Java schedules, with a server in a process of its own. */
@Tag("full")
class PythonWorkerTest {
  private static final int MAILS = 100;

  private final List<Process> processes = new ArrayList<>();
  private String http;
  private BufferedReader printed;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(hasPython(), "python3 is not installed");
    BufferedReader server =
        started(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "server",
            "--store",
            "memory:",
            "--http",
            "127.0.0.1:0",
            "--beanstalkd",
            "127.0.0.1:0");
    String said = server.readLine() + "\n" + server.readLine();
    http = found("(http://[^,]+),", said);
    String command = found("(?m)^(python3 .*)$", readme());
    String address = found("protocol on (\\S+)", said);
    printed = started(command.replace("127.0.0.1:11300", address).split(" +"));
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  private BufferedReader started(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("..", "..").toFile())
            .redirectError(Redirect.DISCARD)
            .start();
    processes.add(process);
    return process.inputReader();
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void eachMailThatJavaSchedulesIsSentOnce() throws Exception {
    List<String> sent = new ArrayList<>();
    try (Duetime duetime = Duetime.open(http)) {
      JobQueue<String> mails = duetime.queue("mails", Codec.string());
      for (int i = 0; i < MAILS; i++) {
        mails.schedule("welcome-" + i, "welcome " + i, Duration.ofMillis(10L * i));
      }
      while (sent.size() < MAILS) {
        sent.add(printed.readLine());
      }
      while (mails.counts().waiting() + mails.counts().now().running() > 0) {
        Thread.onSpinWait();
      }
      mails.schedule("last", "the last mail", Duration.ZERO);
      assertThat(printed.readLine()).isEqualTo("sent the last mail");
    }
    assertThat(sent)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, MAILS).mapToObj(i -> "sent welcome " + i).toList());
  }

  @Test
  void aMailThatCannotBeSentIsDeadAfterItsLastAttempt() throws Exception {
    try (Duetime duetime = Duetime.open(http)) {
      JobQueue<String> mails = duetime.queue("mails", Codec.string());
      mails.schedule(JobRequest.builder("").id("empty").retry(RetryPolicy.none()).build());
      mails.schedule("welcome-7", "welcome Ada", Duration.ofMillis(500));

      assertThat(printed.readLine()).isEqualTo("sent welcome Ada");
      assertThat(mails.dead().page(10).jobs()).extracting(job -> job.id()).containsExactly("empty");
    }
  }

  @Test
  void theReadmeShowsLinesOfThisTest() throws Exception {
    String code =
        found("(?s)```java\n(.*?)```", readme()).replace("\"http://127.0.0.1:8420\"", "http");
    String test =
        Files.readString(Path.of("src", "test", "java", "pythonworker", "PythonWorkerTest.java"));

    for (String line : code.split("\n", -1)) {
      assertThat(test).contains(line.strip());
    }
  }

  private static String readme() throws IOException {
    return Files.readString(Path.of("..", "python-worker", "README.md"));
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }
}
