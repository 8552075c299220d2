package io.duetime.cli.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A worker whose server refuses to give it more jobs. */
class WorkFailureTest {
  @RegisterExtension private final Shell shell = new Shell();

  @TempDir private Path folder;
  private final AtomicInteger claims = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer door;

  @BeforeEach
  void open() throws IOException {
    door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    door.createContext("/", this::answer);
    door.setExecutor(threads);
    door.start();
  }

  @AfterEach
  void close() {
    door.stop(0);
    threads.shutdownNow();
  }

  @Test
  void whatItHasBegunIsFinished() {
    shell.run("put", "q", "a", "x");

    Result work = work("while [ ! -e refused ]; do sleep 0.2; done", "1h");

    assertThat(work.code()).isEqualTo(1);
    assertThat(work.out()).startsWith("a done");
    assertThat(work.err()).contains("no such thing");
    assertThat(shell.run("show", "q", "a").code()).isEqualTo(1);
  }

  @Test
  void whatOutlivesTheGraceIsReleased() {
    shell.run("put", "q", "a", "x", "--backoff", "1h");

    Result work = work("exec sleep 600", "100ms");

    assertThat(work.code()).isEqualTo(1);
    assertThat(shell.run("show", "q", "a").out())
        .contains("state          READY", "interrupted by the close of its worker");
  }

  private Result work(String command, String grace) {
    String url = "http://127.0.0.1:" + door.getAddress().getPort();
    String inFolder = "cd '" + folder + "'; " + command;
    return shell.run("", url, false, "work", "q", "--exec", inFolder, "-c", "2", "--grace", grace);
  }

  /** Hands everything on but the second claim. */
  private void answer(HttpExchange call) throws IOException {
    byte[] body = call.getRequestBody().readAllBytes();
    boolean isClaim = call.getRequestURI().getPath().endsWith("/claim");
    if (isClaim && claims.incrementAndGet() > 1) {
      Files.createFile(folder.resolve("refused"));
      reply(call, 409, "{\"code\":\"X\",\"detail\":\"no such thing\"}".getBytes(UTF_8));
      return;
    }
    HttpResponse<byte[]> answer = handOn(call, body);
    reply(call, answer.statusCode(), answer.body());
  }

  private HttpResponse<byte[]> handOn(HttpExchange call, byte[] body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(shell.url() + call.getRequestURI()))
            .header("Content-Type", "application/json")
            .method(call.getRequestMethod(), BodyPublishers.ofByteArray(body))
            .build();
    try {
      return client.send(request, BodyHandlers.ofByteArray());
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interruption);
    }
  }

  private static void reply(HttpExchange call, int status, byte[] body) throws IOException {
    call.sendResponseHeaders(status, body.length);
    call.getResponseBody().write(body);
    call.close();
  }
}
