package webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signed reminders arrive, and others are refused. */
class RemindersTest {
  private static final String SECRET = "bm90IGEgc2VjcmV0LCBvbmx5IDMyIGJ5dGVzIGxvbmc=";
  private static final byte[] KEY = Base64.getDecoder().decode(SECRET);

  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final List<Process> processes = new ArrayList<>();
  private Receiver receiver;

  @TempDir private Path folder;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver(0, SECRET, received::add);
  }

  @AfterEach
  void stop() throws InterruptedException {
    receiver.close();
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aDueReminderIsDelivered() throws Exception {
    String secret = Files.writeString(folder.resolve("secret"), SECRET + "\n").toString();
    try (Duetime duetime = Duetime.open("memory:");
        Reminders reminders = new Reminders(duetime, receiver.url(), secret)) {
      JobQueue<String> queue = duetime.queue("reminders", Codec.string());
      reminders.remind("call", "call Ada", Duration.ofMillis(100));
      reminders.remind("water", "water the plants", Duration.ofHours(1));

      assertThat(received.take()).isEqualTo("call Ada");
      while (queue.find("call").isPresent()) {
        Thread.onSpinWait();
      }
      assertThat(queue.find("water")).isPresent();
    }
    assertThat(received).isEmpty();
  }

  @Test
  void aReminderWithAnotherSecretIsRefusedAndTriedAgain() throws Exception {
    byte[] other = new byte[32];
    String secret =
        Files.writeString(folder.resolve("secret"), Base64.getEncoder().encodeToString(other))
            .toString();
    try (Duetime duetime = Duetime.open("memory:");
        Reminders reminders = new Reminders(duetime, receiver.url(), secret)) {
      JobQueue<String> queue = duetime.queue("reminders", Codec.string());
      reminders.remind("call", "call Ada", Duration.ZERO);

      while (queue.find("call").orElseThrow().history().isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(queue.find("call").orElseThrow().history().get(0).error()).contains("401");
    }
    assertThat(received).isEmpty();
  }

  @Test
  void whatIsForgedOldOrRepeatedRemindsNoOne() throws Exception {
    long now = Instant.now().getEpochSecond();
    String genuine = signature("1." + now + ".call Ada");

    assertThat(post("1", "" + now, genuine, "call Bob")).isEqualTo(401);
    assertThat(post("2", "" + now, genuine, "call Ada")).isEqualTo(401);
    assertThat(post("1", "" + (now - 1), genuine, "call Ada")).isEqualTo(401);
    assertThat(post("1", "now", signature("1.now.call Ada"), "call Ada")).isEqualTo(401);
    long old = now - 3_600;
    assertThat(post("1", "" + old, signature("1." + old + ".call Ada"), "call Ada")).isEqualTo(401);
    assertThat(post("1", "" + now, "v1,", "call Ada")).isEqualTo(401);
    assertThat(received).isEmpty();

    assertThat(post("1", "" + now, "v1,old " + genuine, "call Ada")).isEqualTo(204);
    assertThat(post("1", "" + now, genuine, "call Ada")).isEqualTo(204);
    assertThat(received).containsExactly("call Ada");
  }

  private static String signature(String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
  }

  private int post(String id, String timestamp, String signature, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(receiver.url()))
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signature)
            .POST(BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void theCommandsOfTheReadmeRun() throws Exception {
    Process secret = started(command("(head .*)"));
    assertThat(secret.waitFor()).isZero();
    BufferedReader receiving =
        started(command("(java \\S+Receiver.java .*)").replace("9000", "0")).inputReader();
    String url = receiving.readLine().substring("listening on ".length());

    Process sending =
        started(
            command("(java \\S+ \\S+ \\S+Reminders.java .*)")
                .replaceAll("http://\\S+", url)
                .replace("'duetime-server/target/lib/*'", "\"$CLASS_PATH\""));
    try (BufferedWriter typed = sending.outputWriter()) {
      typed.write("1 call Ada\n");
      typed.flush();
      assertThat(receiving.readLine()).isEqualTo("call Ada");
    }
    assertThat(sending.waitFor()).isZero();
  }

  private static String command(String pattern) throws IOException {
    Matcher found =
        Pattern.compile("(?m)^" + pattern + "$")
            .matcher(Files.readString(Path.of("..", "webhook-reminders", "README.md")));
    assertThat(found.find()).as(pattern).isTrue();
    return found.group(1);
  }

  private Process started(String command) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String options =
        " -XX:TieredStopAtLevel=1 -Djava.io.tmpdir='%s' "
            .formatted(System.getProperty("java.io.tmpdir"));
    String examples = Path.of("..").toAbsolutePath().normalize() + "/";
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                "-c",
                command
                    .replace(" examples/", " " + examples)
                    .replaceFirst("^java ", "exec '" + java + "'" + options))
            .directory(folder.toFile())
            .redirectError(Redirect.INHERIT);
    builder.environment().put("CLASS_PATH", System.getProperty("java.class.path"));
    Process process = builder.start();
    processes.add(process);
    return process;
  }
}
