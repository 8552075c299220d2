package io.duetime.server.http;

import io.duetime.engine.Engine;
import io.duetime.internal.memory.MemoryEngine;
import io.duetime.server.json.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import tools.jackson.databind.JsonNode;

/** A server on a free port for each test, its store's clock at 2026-11-20T07:00:00Z. */
final class Served implements BeforeEachCallback, AfterEachCallback {
  static final Instant START = Instant.parse("2026-11-20T07:00:00Z");

  private final AtomicLong clock = new AtomicLong(START.toEpochMilli());
  private final HttpLimits limits;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private Engine engine;
  private HttpFront front;
  private InetSocketAddress address;

  Served() {
    this(HttpLimits.DEFAULT);
  }

  Served(HttpLimits limits) {
    this.limits = limits;
  }

  /** An answer: status, media type and body. */
  record Got(int status, String contentType, String body, HttpResponse<byte[]> response) {
    JsonNode json() {
      return StrictJson.MAPPER.readTree(body);
    }

    String at(String pointer) {
      return json().at(pointer).asString("(nothing)");
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    InstantSource time = () -> Instant.ofEpochMilli(clock.get());
    AtomicInteger ids = new AtomicInteger();
    engine = new MemoryEngine(time);
    front =
        new HttpFront(
            new HttpApi.Parts(
                engine,
                null,
                new AskingClaims(engine),
                () -> "made-" + ids.incrementAndGet(),
                "test"),
            limits);
    address = front.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    front.close();
    engine.close();
  }

  Engine engine() {
    return engine;
  }

  HttpFront front() {
    return front;
  }

  InetSocketAddress address() {
    return address;
  }

  void advance(long millis) {
    clock.addAndGet(millis);
  }

  Got get(String path) {
    return send("GET", path, BodyPublishers.noBody());
  }

  Got delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody());
  }

  Got put(String path, String body, String... headers) {
    return send("PUT", path, BodyPublishers.ofString(body), headers);
  }

  Got post(String path, String json) {
    return send("POST", path, BodyPublishers.ofString(json), "Content-Type", "application/json");
  }

  Got patch(String path, String json) {
    return send("PATCH", path, BodyPublishers.ofString(json), "Content-Type", "application/json");
  }

  Got postLines(String path, String lines) {
    return send(
        "POST", path, BodyPublishers.ofString(lines), "Content-Type", "application/x-ndjson");
  }

  Got send(String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request = request(path).method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return got(client.send(request.build(), BodyHandlers.ofByteArray()));
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(method + " " + path, failed);
    }
  }

  HttpClient client() {
    return client;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path));
  }

  static Got got(HttpResponse<byte[]> response) {
    return new Got(
        response.statusCode(),
        response.headers().firstValue("Content-Type").orElse(""),
        new String(response.body(), StandardCharsets.UTF_8),
        response);
  }
}
