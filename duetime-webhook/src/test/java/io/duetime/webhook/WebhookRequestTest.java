package io.duetime.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobRequest;
import io.duetime.handover.PublishFailure.Kind;
import io.duetime.handover.Publisher;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an endpoint receives. */
class WebhookRequestTest extends WebhookTest {
  private static final String KEY = "C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

  private record Received(String method, String uri, MultiMap headers, Buffer body) {}

  @TempDir Path folder;

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();

  private int listening() {
    return listen(request ->
        request
            .body()
            .onSuccess(body -> {
              received.add(
                  new Received(request.method().name(), request.uri(), request.headers(), body));
              request.response().setStatusCode(204).end();
            }));
  }

  @Test
  void aRequestHasThePayloadAndTheHeadersOfItsJob() throws Exception {
    int port = listening();
    Publisher publisher =
        publisher(
            "url", "http://shop.example:" + port + "/hooks?from=duetime", "header.X-Shop", "7");

    confirmed(
        publisher.publish(
            jobs.text(
                JobRequest.builder("Öl")
                    .id("größe 50%")
                    .header("traceparent", "00-1-2-01")
                    .header("baggage", "a=%20b")
                    .header("name", "Zoë B.")
                    .header("host", "evil.example")
                    .header("Content-Length", "3")
                    .header("webhook-id", "another")
                    .header("Authorization", "another")
                    .header("X-Forwarded-For", "10.0.0.1")
                    .header("X_Forwarded_Host", "evil.example")
                    .header("Forwarded", "for=10.0.0.1")
                    .header("X-HTTP-Method-Override", "DELETE")
                    .header("X-Original-URL", "/admin")
                    .header("Keep-Alive", "timeout=1000")
                    .header("Transfer_Encoding", "chunked")
                    .header("Proxy-Connection", "close")
                    .header("two words", "x")
                    .header("duetime-two words", "x")
                    .header("duetime-ü", "x")
                    .header("X-Shop", "8"))));

    Received request = received.take();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.uri()).isEqualTo("/hooks?from=duetime");
    assertThat(request.body().getBytes()).isEqualTo("Öl".getBytes(UTF_8));
    assertThat(
            request.headers().names().stream().map(name -> name.toLowerCase(java.util.Locale.ROOT)))
        .containsExactlyInAnyOrder(
            "host",
            "content-length",
            "content-type",
            "user-agent",
            "webhook-id",
            "webhook-timestamp",
            "duetime-queue",
            "duetime-attempt",
            "duetime-due-at",
            "duetime-first-due-at",
            "duetime-scheduled-at",
            "traceparent",
            "baggage",
            "name",
            "x-shop");
    assertThat(request.headers().get("host")).isEqualTo("shop.example:" + port);
    assertThat(request.headers().get("content-type")).isEqualTo("text/plain;charset=utf-8");
    assertThat(request.headers().get("webhook-id")).isEqualTo("gr%C3%B6%C3%9Fe%2050%25");
    assertThat(request.headers().get("webhook-timestamp"))
        .isEqualTo(Long.toString(NOW.getEpochSecond()));
    assertThat(request.headers().get("baggage")).isEqualTo("a=%20b");
    assertThat(request.headers().get("name")).isEqualTo("Zo%C3%AB B.");
    assertThat(request.headers().getAll("x-shop")).containsExactly("7");
    assertThat(request.headers().get("duetime-attempt")).isEqualTo("1");
    assertThat(lookups).containsExactly("shop.example");
  }

  @Test
  void theSignatureIsThatOfIdTimestampAndBody() throws Exception {
    Path secrets = Files.writeString(folder.resolve("secret"), "whsec_" + KEY + "\n" + KEY + "\n");
    int port = listening();
    Publisher publisher =
        publisher("url", "http://shop.example:" + port, "secretFile", secrets.toString());

    confirmed(publisher.publish(job("order-7")));

    Received request = received.take();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
    String signed = "order-7." + request.headers().get("webhook-timestamp") + "." + request.body();
    String signature =
        "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
    assertThat(request.headers().get("webhook-signature")).isEqualTo(signature + " " + signature);
    assertThat(request.uri()).isEqualTo("/");
  }

  @Test
  void anAuthorizationIsReadFromItsFile() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "Bearer abc\n");
    int port = listening();

    confirmed(
        publisher("url", "http://shop.example:" + port, "authorizationFile", token.toString())
            .publish(job("a")));

    assertThat(received.take().headers().getAll("authorization")).containsExactly("Bearer abc");
  }

  @Test
  void valuesInThePathAndQueryAreEncoded() throws Exception {
    int port = listening();
    Publisher publisher =
        publisher("url", "http://shop.example:" + port + "/{queue}/{id}?shop={header.shop}&x=%20");

    confirmed(
        publisher.publish(
            jobs.job(
                JobRequest.builder(new byte[0]).id("a/../b?#é").header("shop", "1&admin=true"))));

    assertThat(received.take().uri())
        .isEqualTo("/orders/a%2F..%2Fb%3F%23%C3%A9?shop=1%26admin%3Dtrue&x=%20");
  }

  @Test
  void aValueThatWouldLeaveItsPathIsImpossible() {
    int port = listening();
    Publisher publisher = publisher("url", "http://shop.example:" + port + "/orders/{id}/due");

    assertFailure(
        failure(publisher.publish(job(".."))), Kind.IMPOSSIBLE, false, "a part of the path");
    assertThat(received).isEmpty();
  }

  @Test
  void aJobWithoutTheHeaderOfTheUrlIsImpossible() {
    Publisher publisher = publisher("url", "http://shop.example/{header.shop}");

    assertFailure(
        failure(publisher.publish(job("a"))), Kind.IMPOSSIBLE, false, "the job has no header shop");
  }

  @Test
  void connectionsAreUsedAgainAndBounded() throws Exception {
    List<Object> connections = new ArrayList<>();
    int port =
        listen(
            new HttpServerOptions().setHost("127.0.0.1").setPort(0),
            request -> {
              if (!connections.contains(request.connection())) {
                connections.add(request.connection());
              }
              request.body().onSuccess(body -> request.response().end("thanks"));
            });
    Publisher publisher = publisher("url", "http://shop.example:" + port, "maxInFlight", "3");

    List<CompletionStage<?>> confirms = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      confirms.add(publisher.publish(job("job" + i)));
    }
    confirms.forEach(WebhookTest::confirmed);

    assertThat(connections).hasSizeBetween(1, 3);
  }
}
