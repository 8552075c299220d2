package io.duetime.client.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.duetime.InvalidRequestException;
import io.duetime.RetryableException;
import io.duetime.client.http.PemFiles;
import io.duetime.client.http.ServerUri;
import io.duetime.engine.Operation;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls over TLS to a server whose certificate only its own PEM file vouches for. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class TrustedAuthoritiesTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  private HttpsServer server;
  private Path keys;
  private Path pem;

  @BeforeEach
  void start() throws Exception {
    keys = folder.resolve("keys.p12");
    pem = folder.resolve("ca.pem");
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=duetime", "-ext", "san=ip:127.0.0.1");
    keytool("-exportcert", "-rfc", "-file", pem.toString());
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context()));
    server.createContext(
        "/",
        call -> {
          call.sendResponseHeaders(200, 2);
          call.getResponseBody().write(new byte[] {'{', '}'});
          call.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @Test
  void aServerOfATrustedAuthorityIsCalled() {
    assertThat(call(pem)).isEqualTo(200);
  }

  @Test
  void aServerOfAnotherAuthorityIsNotCalled() {
    assertThatThrownBy(() -> call(null)).hasCauseInstanceOf(RetryableException.class);
  }

  @Test
  void callsDoNotShareAConnectionOfHttp2() throws Exception {
    List<String> offered = new ArrayList<>();
    try (SSLServerSocket socket =
        (SSLServerSocket)
            context()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Integer> answer =
          CompletableFuture.supplyAsync(() -> call(pem, socket.getLocalPort()));
      try (SSLSocket connection = (SSLSocket) socket.accept()) {
        connection.setHandshakeApplicationProtocolSelector((one, protocols) -> {
          offered.addAll(protocols);
          return null;
        });
        connection.startHandshake();
      }
      assertThatThrownBy(answer::join).isNotNull();
    }

    assertThat(offered).doesNotContain("h2");
  }

  @Test
  void aFileWithoutCertificatesIsRefused() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.pem"));

    assertThatThrownBy(() -> call(empty)).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> call(folder.resolve("none.pem")))
        .isInstanceOf(InvalidRequestException.class);
  }

  private int call(@Nullable Path authorities) {
    return call(authorities, server.getAddress().getPort());
  }

  private static int call(@Nullable Path authorities, int port) {
    ServerUri uri =
        new ServerUri(
            "https://127.0.0.1:" + port,
            null,
            authorities == null ? null : new PemFiles(authorities, null, null),
            Duration.ofSeconds(30));
    try (HttpCaller caller = new HttpCaller(uri)) {
      return caller
          .send(Operation.SCHEDULE, "POST", "/x", null, HttpCall.ServerAnswer::status)
          .toCompletableFuture()
          .join();
    }
  }

  private void keytool(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(
        List.of("-alias", "duetime", "-keystore", keys.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private SSLContext context() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
