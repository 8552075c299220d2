package io.duetime.client.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Creates the HTTP client and the requests for one server. Thread safe. */
public final class ServerConnection {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final ServerUri server;
  private final HttpClient client;

  /**
   * Creates a connection, which connects with the first request.
   *
   * @param threads runs the client; null for threads of its own
   */
  public ServerConnection(ServerUri server, @Nullable Executor threads) {
    this.server = server;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            // With HTTP/2 all calls and streams share one connection: a proxy limits their number,
            // and after a silent loss each repeated call uses the dead connection.
            .version(HttpClient.Version.HTTP_1_1);
    if (threads != null) {
      builder.executor(threads);
    }
    if (server.base().startsWith("http:")) {
      // Reading the JVM's certificates and ciphers takes longer than most commands.
      builder.sslContext(NoEncryption.context()).sslParameters(NoEncryption.parameters());
    } else if (server.files() != null) {
      builder.sslContext(server.files().context());
    }
    this.client = builder.build();
  }

  /** The address of the server. */
  public ServerUri server() {
    return server;
  }

  /** Sends requests. */
  public HttpClient client() {
    return client;
  }

  /** Returns a request to a path of the server, with its token. */
  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.base() + path));
    return server.token() == null
        ? request
        : request.header("Authorization", "Bearer " + server.token());
  }
}
