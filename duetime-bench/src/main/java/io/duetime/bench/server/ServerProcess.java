package io.duetime.bench.server;

import io.duetime.bench.ScratchFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that the launcher starts, on a new store in a folder. */
final class ServerProcess implements AutoCloseable {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final long beganNanos = System.nanoTime();
  private final ScratchFolder folder = ScratchFolder.in(Path.of("duetime-bench/target"));
  private final Process process;
  private final URI url;
  private final double listeningSeconds;

  /** Starts a server with more flags, which may set another store. */
  ServerProcess(Path launcher, String... flags) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "server"));
    command.addAll(List.of("--http", "127.0.0.1:0"));
    if (!List.of(flags).contains("--store")) {
      command.addAll(List.of("--store", "embedded:" + folder.path().resolve("store")));
    }
    command.addAll(List.of(flags));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader said = process.inputReader();
    String line = said.readLine();
    listeningSeconds = secondsSinceStart();
    if (line == null) {
      throw new IOException("the server did not start");
    }
    url = URI.create(line.replaceAll(".*(https?://[^,]*),.*", "$1"));
  }

  URI url() {
    return url;
  }

  double listeningSeconds() {
    return listeningSeconds;
  }

  ProcessFigures figures() throws IOException {
    return ProcessFigures.of(process.pid());
  }

  /** Waits until it says that it is ready; answers how long after its start that was. */
  double awaitReady() throws IOException, InterruptedException {
    HttpRequest ready = HttpRequest.newBuilder(url.resolve("/health/ready")).build();
    while (CLIENT.send(ready, BodyHandlers.discarding()).statusCode() != 200) {
      Thread.sleep(5);
    }
    return secondsSinceStart();
  }

  private double secondsSinceStart() {
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    folder.close();
  }
}
