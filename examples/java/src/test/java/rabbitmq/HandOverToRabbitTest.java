package rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import io.duetime.cli.Main;
import io.duetime.rabbitmq.fixture.QpidBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration of this example hands a job over to a broker in this process. */
class HandOverToRabbitTest {
  private static final Path FOLDER = Path.of("..", "handover-rabbitmq");

  private final List<Process> processes = new ArrayList<>();
  private Path command;

  @TempDir private Path folder;

  @BeforeEach
  void writeCommand() throws IOException {
    String line =
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -Djava.io.tmpdir='%s' -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.io.tmpdir"),
                System.getProperty("java.class.path"),
                Main.class.getName());
    command = Files.writeString(folder.resolve("duetime"), line);
    assertThat(command.toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private Process started(String server, String... words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words).redirectError(Redirect.INHERIT);
    builder.environment().put("DUETIME", command.toString());
    if (!server.isEmpty()) {
      builder.environment().put("DUETIME_SERVER", server);
    }
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  @Test
  void aDueJobArrivesInTheQueueOfTheBroker() throws Exception {
    try (QpidBroker broker = QpidBroker.start();
        Connection connection = broker.connect();
        Channel channel = connection.createChannel()) {
      channel.queueDeclare("timeouts", false, false, false, null);
      BlockingQueue<Delivery> arrived = new LinkedBlockingQueue<>();
      channel.basicConsume("timeouts", true, (tag, message) -> arrived.add(message), tag -> {});
      BufferedReader server =
          started("", command.toString(), "server", "--store", "memory:", "--http", "127.0.0.1:0")
              .inputReader();
      String url = server.readLine().replaceAll(".*(http://[^,]+),.*", "$1");

      Process script = started(url, "sh", FOLDER.resolve("handover.sh").toString(), broker.uri());
      String printed = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(script.waitFor()).as(printed).isZero();
      Delivery message = arrived.take();
      assertThat(message.getBody()).asString().isEqualTo("42 EUR");
      assertThat(message.getProperties().getMessageId()).isEqualTo("order-42");
    }
  }

  @Test
  void theReadmeShowsTheConfiguration() throws IOException {
    String readme = Files.readString(FOLDER.resolve("README.md"));

    Files.readString(FOLDER.resolve("handover.sh"))
        .lines()
        .filter(line -> line.startsWith("\"$duetime\""))
        .map(line -> line.replace("\"$duetime\"", "./duetime"))
        .map(line -> line.replace("\"uri=$broker\"", "uri=amqp://127.0.0.1:5672"))
        .forEach(line -> assertThat(readme).contains("\n" + line + "\n"));
  }
}
