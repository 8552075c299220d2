package recipes;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.duetime.Codec;
import io.duetime.Duetime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of docs/handover compile as printed, and one of them is run. */
class ReceiverPagesTest {
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern NAME = Pattern.compile("public class (\\w+)");

  @TempDir private Path folder;

  private Path printed(String page) throws IOException {
    Matcher code =
        CODE.matcher(Files.readString(Path.of("..", "..", "docs", "handover", page + ".md")));
    assertThat(code.find()).isTrue();
    Matcher name = NAME.matcher(code.group(1));
    assertThat(name.find()).isTrue();
    assertThat(code.find()).as("one program").isFalse();
    code.reset().find();
    return Files.writeString(folder.resolve(name.group(1) + ".java"), code.group(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rabbitmq", "kafka", "webhook"})
  void aProgramCompilesAsPrinted(String page) throws Exception {
    int exit =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-Xlint:all",
                "-Werror",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                printed(page).toString());

    assertThat(exit).isZero();
  }

  @Test
  void theProgramForAnEndpointSends() throws Exception {
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    HttpServer shop =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    shop.createContext(
        "/",
        call -> {
          received.add(call.getRequestURI().getPath());
          call.sendResponseHeaders(204, -1);
          call.close();
        });
    shop.start();
    Path secret =
        Files.writeString(folder.resolve("secret"), "whsec_" + "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0");
    String store = "embedded:" + folder.resolve("data");
    Path program = printed("webhook");
    String here = "http://127.0.0.1:" + shop.getAddress().getPort() + "/orders/{id}/unpaid";
    Files.writeString(
        program,
        Files.readString(program)
            .replace("embedded:./data", store)
            .replace(
                "https://shop.example/orders/{id}/unpaid\",",
                here + "\", \"allowPrivate\", \"true\",")
            .replace("/etc/duetime/shop-secret", secret.toString()));
    try (Duetime duetime = Duetime.open(store)) {
      duetime.queue("orders", Codec.string()).schedule("42", "unpaid", Duration.ZERO);
    }

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      assertThat(received.poll(1, TimeUnit.MINUTES))
          .as(Files.readString(folder.resolve("log")))
          .isEqualTo("/orders/42/unpaid");
      process.getOutputStream().write('\n');
      process.getOutputStream().close();
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
      shop.stop(0);
    }
  }
}
