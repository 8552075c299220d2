package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Engine;
import io.duetime.memory.MemoryEngine;
import io.duetime.time.VirtualTime;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UnansweredCallTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final CountDownLatch asked = new CountDownLatch(1);

  /** An engine that never answers a find. */
  private Engine silent() {
    Engine inner = new MemoryEngine(time);
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("find")) {
                asked.countDown();
                return new CompletableFuture<>();
              }
              return method.invoke(inner, arguments);
            });
  }

  @Test
  @Timeout(60)
  void aCallThatTheStoreNeverAnswersIsAnsweredAllTheSame() throws Exception {
    ServerSettings settings =
        ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0)).build();
    try (DuetimeServer server = DuetimeServer.over(silent(), settings, time)) {
      URI job = URI.create("http://127.0.0.1:" + server.http().getPort() + "/v1/queues/q/jobs/a");
      CompletableFuture<HttpResponse<String>> answer =
          HttpClient.newHttpClient()
              .sendAsync(HttpRequest.newBuilder(job).build(), BodyHandlers.ofString());
      assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();

      // The call is limited only once the engine has taken it: that may be behind the first steps.
      while (!answer.isDone()) {
        time.advance(Duration.ofSeconds(10));
        Thread.onSpinWait();
      }

      HttpResponse<String> got = answer.get(1, TimeUnit.MINUTES);
      assertThat(got.statusCode()).isEqualTo(503);
      assertThat(got.body()).contains("STORE_UNAVAILABLE", "within 30s");
    }
  }
}
