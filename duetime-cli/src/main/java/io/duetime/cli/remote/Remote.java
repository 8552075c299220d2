package io.duetime.cli.remote;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.client.http.ServerConnection;
import io.duetime.client.http.ServerUri;
import io.duetime.server.json.JsonTrees;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Calls a server, waits for its answers, and throws for problems. Thread safe. */
public final class Remote {
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The timeout of calls that may change a whole store. */
  private static final Duration LONG = Duration.ofHours(1);

  private final ServerConnection connection;
  private final Duration timeout;
  private volatile boolean hasAnswered;

  /** Connects with the first call. */
  public Remote(ServerUri server) {
    this(new ServerConnection(server, null), TIMEOUT);
  }

  private Remote(ServerConnection connection, Duration timeout) {
    this.connection = connection;
    this.timeout = timeout;
  }

  /** Returns a client of the same server that waits an hour for each answer. */
  public Remote patient() {
    return new Remote(connection, LONG);
  }

  /** The address of the server. */
  public ServerUri server() {
    return connection.server();
  }

  /** Sends a GET. */
  public ServerReply get(String path) {
    return send(connection.request(path).GET());
  }

  /** Sends a DELETE. */
  public ServerReply delete(String path) {
    return send(connection.request(path).DELETE());
  }

  /** Sends a method with a JSON object: a map or a tree. */
  public ServerReply send(String method, String path, Object object) {
    return send(method, path, JsonTrees.MAPPER.writeValueAsBytes(object), JSON);
  }

  /** Sends a method with a body and these headers. */
  public ServerReply send(String method, String path, byte[] body, Map<String, String> headers) {
    HttpRequest.Builder request =
        connection.request(path).method(method, BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    return send(request);
  }

  private ServerReply send(HttpRequest.Builder request) {
    ServerUri server = server();
    try {
      HttpResponse<byte[]> response =
          connection.client().send(request.timeout(timeout).build(), BodyHandlers.ofByteArray());
      hasAnswered = true;
      String body = new String(response.body(), StandardCharsets.UTF_8);
      return new ServerReply(response.statusCode(), body).orFail();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw CommandFailure.passing("interrupted while waiting for " + server);
    } catch (ConnectException refused) {
      throw CommandFailure.passing("no server at " + server + "; start one with 'duetime server'");
    } catch (HttpTimeoutException late) {
      throw CommandFailure.passing("no answer from " + server + " in time");
    } catch (IOException broken) {
      throw CommandFailure.passing(words(broken));
    }
  }

  /** Says why the connection failed, with what to do about common mistakes. */
  private String words(IOException failure) {
    ServerUri server = server();
    if (Stream.iterate((Throwable) failure, cause -> cause != null, Throwable::getCause)
        .anyMatch(CertPathBuilderException.class::isInstance)) {
      return "the certificate of "
          + server
          + " is from an authority that this command does not trust; name the authority's"
          + " certificate with --ca-file or DUETIME_CA_FILE";
    }
    String words = "lost the connection to " + server + ": " + failure.getMessage();
    if (hasAnswered) {
      return words;
    }
    if (server.base().startsWith("http:")) {
      return words + "; does it answer with TLS? Then use https://";
    }
    boolean isPlain = failure instanceof SSLException && words.contains("SSL message");
    return isPlain ? words + "; does it answer without TLS? Then use http://" : words;
  }
}
