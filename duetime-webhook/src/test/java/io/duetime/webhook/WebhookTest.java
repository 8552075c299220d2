package io.duetime.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobInfo;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.duetime.handover.TargetSettings;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;

/** An endpoint in the same process, whose host name the test resolves. */
abstract class WebhookTest {
  static final Instant NOW = Instant.parse("2026-03-01T06:00:00Z");

  final Vertx vertx = Vertx.vertx();
  final ClaimedJobs jobs = new ClaimedJobs();
  final List<String> lookups = new ArrayList<>();
  private final List<WebhookTarget> targets = new ArrayList<>();
  Function<String, List<InetAddress>> resolver = host -> List.of(InetAddress.getLoopbackAddress());

  @AfterEach
  void close() {
    targets.forEach(WebhookTarget::close);
    vertx.close().toCompletionStage().toCompletableFuture().join();
    jobs.close();
  }

  int listen(Handler<HttpServerRequest> endpoint) {
    return listen(new HttpServerOptions().setHost("127.0.0.1").setPort(0), endpoint);
  }

  int listen(HttpServerOptions options, Handler<HttpServerRequest> endpoint) {
    HttpServer server = vertx.createHttpServer(options).requestHandler(endpoint);
    server.listen().toCompletionStage().toCompletableFuture().join();
    return server.actualPort();
  }

  WebhookTarget target(String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("allowPrivate", "127.0.0.0/8,::1"));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    WebhookTarget target =
        new WebhookTarget(
            WebhookSettings.of(new TargetSettings("main", all)),
            new TestLookup(),
            InstantSource.fixed(NOW));
    targets.add(target);
    return target;
  }

  Publisher publisher(String... settings) {
    return target(settings).publisher(Map.of());
  }

  static Object confirmed(CompletionStage<?> confirm) {
    return confirm.toCompletableFuture().join();
  }

  static PublishFailure failure(CompletionStage<?> confirm) {
    try {
      confirm.toCompletableFuture().join();
    } catch (CompletionException failed) {
      return (PublishFailure) failed.getCause();
    }
    throw new AssertionError("it was confirmed");
  }

  static void assertFailure(PublishFailure failure, Kind kind, boolean ofTarget, String reason) {
    assertThat(failure.kind()).as(failure.reason()).isEqualTo(kind);
    assertThat(failure.isOfTarget()).as(failure.reason()).isEqualTo(ofTarget);
    assertThat(failure.reason()).startsWith(reason);
  }

  JobInfo<byte[]> job(String id) {
    return jobs.job(id, "{\"order\": 7}".getBytes(UTF_8));
  }

  static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (java.net.UnknownHostException none) {
      throw new AssertionError(none);
    }
  }

  private final class TestLookup implements HostLookup {
    @Override
    public CompletionStage<List<InetAddress>> addresses(String host) {
      lookups.add(host);
      try {
        return CompletableFuture.completedStage(resolver.apply(host));
      } catch (RuntimeException unknown) {
        return CompletableFuture.failedStage(unknown);
      }
    }

    @Override
    public void close() {}
  }
}
