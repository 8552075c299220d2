package io.duetime.client.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
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

  /**
   * Refuses further requests, and ends the thread of the client when those under way have ended.
   * Before Java 21 the garbage collector does that.
   */
  public void close() {
    try {
      HttpClient.class.getMethod("shutdown").invoke(client);
    } catch (NoSuchMethodException isOlderJava) {
      // There is no other way to end it.
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException("cannot close the client of " + server.base(), failure);
    }
  }

  /** Returns a request to a path of the server, with its token. */
  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.base() + path));
    return server.token() == null
        ? request
        : request.header("Authorization", "Bearer " + server.token());
  }

  /**
   * Replaces the SSL context of an HTTP client that calls only {@code http:}. Loading certificates
   * and ciphers would cost more time than most calls.
   */
  static final class NoEncryption extends SSLContextSpi {
    private NoEncryption() {}

    static SSLContext context() {
      return new SSLContext(new NoEncryption(), null, "none") {};
    }

    /** The parameters that an HTTP client would otherwise read from the context. */
    static SSLParameters parameters() {
      return new SSLParameters(new String[0], new String[] {"TLSv1.2"});
    }

    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys,
        TrustManager @Nullable [] trusted,
        @Nullable SecureRandom random)
        throws KeyManagementException {
      throw none();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw none();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw none();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw none();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw none();
    }

    private static UnsupportedOperationException none() {
      return new UnsupportedOperationException("this client calls only http:");
    }
  }
}
