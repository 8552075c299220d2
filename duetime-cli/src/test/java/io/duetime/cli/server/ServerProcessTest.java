package io.duetime.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own. */
class ServerProcessTest {
  @TempDir private Path folder;

  @Test
  void aServerSaysWhereItListensAndStopsWell() throws Exception {
    Process server = start("server", "--store", "memory:", "--http", "127.0.0.1:0");
    try {
      String line = reader(server).readLine();
      assertThat(line).matches("duetime \\S+ listens on http://127.0.0.1:\\d+, store memory:");
      URI base = URI.create(line.replaceAll(".*(http://[^,]*),.*", "$1"));
      // A claim alone makes no queue.
      post(base, "/v1/queues/q/jobs", "{\"id\":\"later\",\"delay\":\"1h\",\"payload\":1}").join();
      CompletableFuture<HttpResponse<String>> poll =
          post(base, "/v1/queues/q/claim", "{\"consumer\":\"waiter\",\"wait\":\"1m\"}");
      while (!get(base, "/v1/queues/q").contains("\"name\":\"waiter\"")) {
        // Until the server has the waiting claim.
      }

      server.destroy();

      assertThat(poll.get(20, TimeUnit.SECONDS).body()).endsWith("\"jobs\":[]}");
      assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(server.exitValue()).isZero();
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void aServerThatCannotBeSetUpSaysWhyInOneLine() throws Exception {
    Path config = folder.resolve("duetime.yaml");
    Files.writeString(config, "stor: 'memory:'\n");

    assertThat(ended("server", "--config", config.toString()))
        .isEqualTo(
            "78 duetime: config key is 'stor'; allowed: store, store-file, http, beanstalkd, beanstalkd-tls, max-payload, beanstalkd-max-job-size, beanstalkd-max-connections, beanstalkd-tube-retention, tls-cert, tls-key, tls-client-ca, tokens-file, oidc-issuer, oidc-client-id, oidc-client-secret-file, oidc-scopes, oidc-groups-claim, oidc-grants, quotas-file, targets-file, secrets-folder, secrets-prefix, private-ranges, trusted-proxies, allow-network-without-tokens, metrics-queues, log-level, log-format, shutdown-timeout; did you mean store? (INVALID)");
    assertThat(ended("server", "--store", "memory:", "--http", "0.0.0.0:0"))
        .startsWith("2 duetime: http is '0.0.0.0:0'; allowed: a loopback address");
    assertThat(ended("server", "--store", "nothing:x"))
        .startsWith("2 duetime: uri is 'nothing:…'; allowed: one of the schemes");
    assertThat(ended("server", "--http", "8420")).startsWith("2 duetime: --http is '8420'");
    assertThat(ended("server", "--port", "1")).startsWith("2 duetime: Unknown option");
  }

  @Test
  void aServerWhoseStoreIsAwayMayBeStartedAgainLater() throws Exception {
    String unreachable = "redis://127.0.0.1:" + freePort() + "?patience=0s";

    assertThat(ended("server", "--store", unreachable, "--http", "127.0.0.1:0"))
        .startsWith("1 duetime: ")
        .endsWith("(STORE_UNAVAILABLE)");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void flagsWinOverTheFileAndTheAddressOfBeanstalkdIsTold() throws Exception {
    Path config = folder.resolve("duetime.yaml");
    Files.writeString(config, "store: nothing:x\nhttp: 127.0.0.1:0\nbeanstalkd: 127.0.0.1:0\n");
    Process server = start("server", "--config", config.toString(), "--store", "memory:");
    try {
      BufferedReader lines = reader(server);
      List<String> both = List.of(lines.readLine(), lines.readLine());
      assertThat(both).anyMatch(line -> line.contains("store memory:"));
      assertThat(both).anyMatch(line -> line.matches("beanstalkd protocol on 127.0.0.1:\\d+"));
    } finally {
      server.destroyForcibly();
    }
  }

  private static CompletableFuture<HttpResponse<String>> post(URI base, String path, String json) {
    return HttpClient.newHttpClient()
        .sendAsync(
            HttpRequest.newBuilder(base.resolve(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build(),
            BodyHandlers.ofString());
  }

  private static String get(URI base, String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(base.resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }

  private static String ended(String... args) throws IOException, InterruptedException {
    Process process = start(args);
    String said = reader(process).readLine();
    process.waitFor();
    return process.exitValue() + " " + said;
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
