package io.duetime.packaging.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.Main;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.TempFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, always on the same port, with its log in a file. */
final class ConsoleServer implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final TempFolder folder;
  private final List<String> options;
  private final int port;
  private Process process;

  private ConsoleServer(TempFolder folder, List<String> options) {
    this.folder = folder;
    this.options = options;
    this.port = freePort();
    this.process = launch();
  }

  /** A server over a new folder, with further options of {@code duetime server}. */
  static ConsoleServer embedded(String... options) {
    TempFolder folder = newFolder();
    return new ConsoleServer(folder, with("embedded:" + folder.path().resolve("store"), options));
  }

  /** A server over a Redis. */
  static ConsoleServer redis(RedisProcess redis) {
    return new ConsoleServer(newFolder(), with("redis://127.0.0.1:" + redis.port()));
  }

  private static List<String> with(String store, String... options) {
    List<String> all = new ArrayList<>(List.of("--store", store));
    all.addAll(List.of(options));
    return all;
  }

  private static TempFolder newFolder() {
    return TempFolder.create("duetime-console");
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Process launch() {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "server",
                "--http",
                "127.0.0.1:" + port,
                "--beanstalkd",
                "off"));
    command.addAll(options);
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
              .start();
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
      assertThat(lines.readLine()).as(log()).contains("listens on");
      return started;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path logFile() {
    return folder.path().resolve("server.log");
  }

  /** What the server has logged. */
  String log() {
    try {
      return Files.exists(logFile()) ? Files.readString(logFile()) : "";
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  int port() {
    return port;
  }

  String uri() {
    return "http://127.0.0.1:" + port;
  }

  /** Kills the server with -9. */
  void kill() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** Starts it again, on the same port and store. */
  void startAgain() {
    process = launch();
  }

  /** Calls a route; anything but success is an error. */
  String call(String method, String path, String body) {
    return call(method, path, BodyPublishers.ofString(body), "Content-Type", "application/json");
  }

  /** As {@link #call}, with headers. */
  String call(String method, String path, BodyPublisher body, String... headers) {
    HttpResponse<String> answer = send(method, path, body, headers);
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return answer.body();
  }

  /** Calls a route, whatever the answer. */
  HttpResponse<String> send(String method, String path, BodyPublisher body, String... headers) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(uri() + path))
            .method(method, body)
            .headers(headers)
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    kill();
    folder.close();
  }
}
