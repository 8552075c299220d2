package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.handover.IpRange;
import io.duetime.memory.MemoryEngine;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.fixture.TestIssuer;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.Threads;
import io.duetime.time.VirtualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Servers on one store whose people sign in with an issuer, and the browser of one of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SignInServers {
  final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  final MemoryEngine engine = new MemoryEngine(time);
  final TestIssuer issuer = new TestIssuer(time);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** The cookies of the browser. */
  final Map<String, String> cookies = new LinkedHashMap<>();

  final AtomicInteger reads = new AtomicInteger();
  DuetimeServer server;
  DuetimeServer other;

  /** Its issuer is down. */
  DuetimeServer lonely;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    Path groups = Files.createTempFile(folder, "groups", ".yml");
    Files.writeString(
        groups,
        "groups:\n  - {name: ops, grants: [admin]}\n  - {name: mail, grants: ['read=m*']}\n");
    server = server(issuer.url(), groups);
    other = server(issuer.url(), groups);
    lonely = server("http://127.0.0.1:1", groups);
  }

  private DuetimeServer server(String at, Path groups) {
    ServerSettings settings =
        ServerSettings.builder()
            .store("memory:")
            .http(new HostPort("127.0.0.1", 0))
            .set(Setting.OIDC_ISSUER, URI.create(at))
            .set(Setting.OIDC_CLIENT_ID, TestIssuer.CLIENT)
            .set(Setting.OIDC_GRANTS, groups)
            .set(Setting.TRUSTED_PROXIES, List.of(IpRange.parse("127.0.0.1").orElseThrow()))
            .build();
    return DuetimeServer.over(slow(), settings, time);
  }

  /** Answers later than it is asked, as stores do that are elsewhere. */
  private Engine slow() {
    return new ForwardingEngine(engine) {
      @Override
      public CompletionStage<Optional<Document>> document(String collection, String name) {
        if (collection.equals("sessions")) {
          reads.incrementAndGet();
        }
        return super.document(collection, name);
      }

      @Override
      public CompletionStage<QueueSettings> settings(String queue) {
        return super.settings(queue).thenApplyAsync(found -> found, SignInServers::later);
      }
    };
  }

  private static void later(Runnable task) {
    long from = System.nanoTime();
    Threads.daemons("later")
        .newThread(() -> {
          Waiting.until("a moment", () -> System.nanoTime() - from > 50_000_000);
          task.run();
        })
        .start();
  }

  @BeforeEach
  void useAnotherBrowser() {
    cookies.clear();
    issuer.reset();
  }

  @AfterAll
  void stop() {
    server.close();
    other.close();
    lonely.close();
    issuer.close();
  }

  final void signIn() throws Exception {
    assertThat(finish(server, get(server, "/auth/login")).statusCode()).isEqualTo(302);
  }

  /** What the browser does at the issuer, and its way back to a server. */
  final HttpResponse<String> finish(DuetimeServer to, HttpResponse<String> begun, String... headers)
      throws Exception {
    String back = location(raw(location(begun)));
    // A load balancer may send it to another server than the one that began.
    return get(to, TestIssuer.pathOf(back), headers);
  }

  final HttpResponse<String> raw(String address) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
  }

  final HttpResponse<String> get(DuetimeServer from, String path, String... headers)
      throws Exception {
    return send(from, HttpRequest.newBuilder().GET(), path, headers);
  }

  final HttpResponse<String> send(DuetimeServer to, String method, String path, String... headers)
      throws Exception {
    boolean hasBody = method.equals("PUT");
    HttpRequest.Builder request =
        HttpRequest.newBuilder()
            .method(
                method, hasBody ? BodyPublishers.ofString("{\"n\":1}") : BodyPublishers.noBody());
    return send(
        to, hasBody ? request.header("Content-Type", "application/json") : request, path, headers);
  }

  final HttpResponse<String> send(
      DuetimeServer to, HttpRequest.Builder request, String path, String... headers)
      throws Exception {
    List<String> sent = new ArrayList<>();
    cookies.forEach((name, value) -> sent.add(name + "=" + value));
    if (!sent.isEmpty()) {
      request.header("Cookie", String.join("; ", sent));
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> answer =
        client.send(
            request.uri(URI.create("http://127.0.0.1:" + to.http().getPort() + path)).build(),
            BodyHandlers.ofString());
    for (String cookie : answer.headers().allValues("Set-Cookie")) {
      String[] pair = cookie.split(";", 2)[0].split("=", 2);
      cookies.put(pair[0], pair[1]);
    }
    return answer;
  }

  static String location(HttpResponse<String> answer) {
    return answer
        .headers()
        .firstValue("Location")
        .orElseThrow(() -> new AssertionError(answer.body()));
  }

  static JsonNode json(HttpResponse<String> answer) {
    return JsonTrees.MAPPER.readTree(answer.body());
  }

  final long now() {
    return time.instant().getEpochSecond();
  }
}
