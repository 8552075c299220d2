package io.duetime.cli.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Calls a server. Thread safe. */
public final class Remote {
  /** The timeout of calls that may change a whole store. */
  public static final Duration LONG = Duration.ofHours(1);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final URI server;
  private final HttpClient client;
  private final @Nullable String token;
  private volatile boolean hasAnswered;

  /** Calls with a token, or without one if it is null; {@code encryption} is for https. */
  Remote(URI server, @Nullable String token, @Nullable SSLContext encryption) {
    this.server = server;
    this.token = token;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT);
    if ("http".equals(server.getScheme())) {
      builder.sslContext(NoEncryption.context()).sslParameters(NoEncryption.parameters());
    } else if (encryption != null) {
      builder.sslContext(encryption);
    }
    this.client = builder.build();
  }

  /** The URL of the server. */
  public URI server() {
    return server;
  }

  /** A path of these segments, each encoded. */
  public static String path(String... segments) {
    return Stream.of(segments).map(Remote::encoded).collect(Collectors.joining("/", "/", ""));
  }

  /** A path with a query. */
  public static String withQuery(String path, Map<String, List<String>> query) {
    String joined =
        query.entrySet().stream()
            .flatMap(pair ->
                pair.getValue().stream()
                    .map(value -> encoded(pair.getKey()) + "=" + encoded(value)))
            .collect(Collectors.joining("&"));
    return joined.isEmpty() ? path : path + "?" + joined;
  }

  /** Sends a GET. */
  public ServerReply get(String path) {
    return send(request(path).GET());
  }

  /** Sends a DELETE. */
  public ServerReply delete(String path) {
    return send(request(path).DELETE());
  }

  /** Sends a DELETE that may change many jobs, with a long timeout. */
  public ServerReply deleteMany(String path) {
    return send(request(path).timeout(LONG).DELETE());
  }

  /** Sends a PUT with these headers. */
  public ServerReply put(String path, byte[] body, Map<String, String> headers) {
    HttpRequest.Builder request = request(path).PUT(BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    return send(request);
  }

  /** Sends a PUT with JSON. */
  public ServerReply putJson(String path, String json) {
    return put(
        path, json.getBytes(StandardCharsets.UTF_8), Map.of("Content-Type", "application/json"));
  }

  /** Sends a POST with JSON. */
  public ServerReply post(String path, String json) {
    return post(path, json, TIMEOUT);
  }

  /** Sends a POST with JSON and a timeout. */
  public ServerReply post(String path, String json, Duration timeout) {
    return send(
        request(path)
            .timeout(timeout)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** Sends a PATCH with JSON. */
  public ServerReply patch(String path, String json) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString(json)));
  }

  /** Sends a POST with lines of JSON whose nonces make repeating it safe. */
  public ServerReply postLines(String path, byte[] lines) {
    return send(
        request(path)
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofByteArray(lines)));
  }

  /** Sends a POST with lines of JSON; the idempotency key makes repeating it safe. */
  public ServerReply postLines(String path, byte[] lines, String key) {
    return send(
        request(path)
            .header("Content-Type", "application/x-ndjson")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofByteArray(lines)));
  }

  private HttpRequest.Builder request(String path) {
    String base = server.toString().replaceAll("/+$", "");
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private ServerReply send(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
      hasAnswered = true;
      return ServerReply.of(response.statusCode(), response.body());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new RemoteFailure("interrupted while waiting for " + server, true);
    } catch (ConnectException refused) {
      throw new RemoteFailure("no server at " + server + "; start one with 'duetime server'", true);
    } catch (HttpTimeoutException late) {
      throw new RemoteFailure("no answer from " + server + " in time", true);
    } catch (IOException broken) {
      throw new RemoteFailure(LostConnection.words(server, hasAnswered, broken), true);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace(".", "%2E");
  }
}
