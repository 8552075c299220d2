package io.duetime.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.redis.fixture.Waiting;
import io.duetime.server.BeanstalkdAddress;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.tls.TlsFiles.TlsReloader;
import io.duetime.time.SystemTime;
import io.duetime.time.VirtualTime;
import io.vertx.core.Future;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class EncryptedServerTest {
  private final SystemTime time = new SystemTime();
  @TempDir private Path folder;
  private Certificates certificates;

  @BeforeEach
  void aCertificate() throws Exception {
    certificates = new Certificates(folder);
    certificates.make("server");
  }

  @AfterEach
  void end() {
    time.close();
  }

  @Test
  void withAuthoritiesForClientsOnlyTheirCertificatesAreAccepted() throws Exception {
    certificates.make("client");
    certificates.make("stranger");
    ServerSettings settings =
        settings().set(Setting.TLS_CLIENT_CA, certificates.certificate("client")).build();
    try (DuetimeServer server = DuetimeServer.start(settings, time)) {
      URI uri = URI.create("https://127.0.0.1:" + server.http().getPort() + "/health/live");

      assertThat(get(client("client"), uri).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> get(client("stranger"), uri)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> get(client(null), uri)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void theBeanstalkdProtocolIsEncryptedTooUnlessItIsSwitchedOff() throws Exception {
    certificates.make("client");
    ServerSettings.Builder settings =
        settings()
            .set(
                Setting.BEANSTALKD,
                List.of(new BeanstalkdAddress(new HostPort("127.0.0.1", 0), null)))
            .set(Setting.TLS_CLIENT_CA, certificates.certificate("client"));
    try (DuetimeServer server = DuetimeServer.start(settings.build(), time);
        Client known = new Client(connect("client", server.beanstalkd().get(0)));
        Client unknown = new Client(connect(null, server.beanstalkd().get(0)))) {
      assertThat(known.ask("use mail")).isEqualTo("USING mail");
      // An alert if the client reads before the connection is closed, otherwise a broken pipe.
      assertThatThrownBy(() -> unknown.ask("use mail")).hasRootCauseInstanceOf(IOException.class);
    }
    try (DuetimeServer server =
            DuetimeServer.start(settings.set(Setting.BEANSTALKD_TLS, false).build(), time);
        Client plain = new Client(server.beanstalkd().get(0))) {
      assertThat(plain.ask("use mail")).isEqualTo("USING mail");
    }
  }

  @Test
  void newConnectionsOfBothPortsUseAChangedCertificate() throws Exception {
    VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
    ServerSettings settings =
        settings()
            .set(
                Setting.BEANSTALKD,
                List.of(new BeanstalkdAddress(new HostPort("127.0.0.1", 0), null)))
            .build();
    try (DuetimeServer server = DuetimeServer.start(settings, time)) {
      List<InetSocketAddress> ports = List.of(server.http(), server.beanstalkd().get(0));
      for (InetSocketAddress port : ports) {
        assertThat(connect(null, port).getSession().isValid()).isTrue();
      }

      certificates.make("other");
      move("other");
      time.advance(Duration.ofSeconds(10));

      for (InetSocketAddress port : ports) {
        Waiting.until("the changed certificate", () -> !trusts("server", port));
        assertThat(trusts("other", port)).isTrue();
      }
    }
  }

  @Test
  void aChangedCertificateIsReadAtOnceWhenTheServerIsTold() throws Exception {
    VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
    try (DuetimeServer server = DuetimeServer.start(settings().build(), time)) {
      certificates.make("other");
      move("other");

      server.readAgain();

      Waiting.until("the changed certificate", () -> !trusts("server", server.http()));
      assertThat(trusts("other", server.http())).isTrue();
    }
  }

  /** Whether a client that trusts this certificate only can connect. */
  private boolean trusts(String certificate, InetSocketAddress port) {
    try (SSLSocket socket = open(context(null, certificate), port)) {
      return socket.getSession().isValid();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void suitesOfTheCbcModeAreRefused() throws Exception {
    ServerSettings settings =
        settings()
            .set(
                Setting.BEANSTALKD,
                List.of(new BeanstalkdAddress(new HostPort("127.0.0.1", 0), null)))
            .build();
    try (DuetimeServer server = DuetimeServer.start(settings, time)) {
      for (InetSocketAddress port : List.of(server.http(), server.beanstalkd().get(0))) {
        assertThat(suite(port, "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")).contains("_GCM_");
        assertThatThrownBy(() -> suite(port, "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"))
            .isInstanceOf(SSLException.class);
      }
    }
  }

  private String suite(InetSocketAddress port, String only) throws Exception {
    try (SSLSocket socket = open(context(null, "server"), port)) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.setEnabledCipherSuites(new String[] {only});
      socket.startHandshake();
      return socket.getSession().getCipherSuite();
    }
  }

  private SSLSocket connect(String name, InetSocketAddress port) throws Exception {
    return open(context(name, "server"), port);
  }

  private static SSLSocket open(SSLContext context, InetSocketAddress port) throws IOException {
    return (SSLSocket) context.getSocketFactory().createSocket(port.getAddress(), port.getPort());
  }

  @Test
  void changedFilesAreUsedOnceAndFilesThatCannotBeReadChangeNothing() throws Exception {
    List<ServerSSLOptions> used = new ArrayList<>();
    TlsFiles files =
        new TlsFiles(certificates.certificate("server"), certificates.key("server"), null);
    try (TlsReloader reloader =
        new TlsReloader(
            "http",
            files,
            time,
            options -> {
              used.add(options);
              return Future.succeededFuture(true);
            })) {
      reloader.look();
      assertThat(used).isEmpty();

      certificates.make("other");
      move("other");
      reloader.look();
      reloader.look();
      assertThat(used).hasSize(1);
      assertThat(((PemKeyCertOptions) used.get(0).getKeyCertOptions()).getCertValue().getBytes())
          .isEqualTo(Files.readAllBytes(certificates.certificate("server")));
      assertThat(reloader.validUntil()).isEqualTo(end("other"));

      Files.delete(files.key());
      reloader.look();
      assertThat(used).hasSize(1);
    }
  }

  @Test
  void aCertificateIsUsedOnlyOnceItsKeyIsThereToo() throws Exception {
    List<ServerSSLOptions> used = new ArrayList<>();
    TlsFiles files =
        new TlsFiles(certificates.certificate("server"), certificates.key("server"), null);
    certificates.make("other");
    try (TlsReloader reloader =
        new TlsReloader(
            "http",
            files,
            time,
            options -> {
              used.add(options);
              return Future.succeededFuture(true);
            })) {
      move("other", ".crt");
      reloader.look();
      assertThat(used).isEmpty();

      move("other", ".key");
      reloader.look();
      assertThat(used).hasSize(1);
    }
  }

  private Instant end(String name) throws Exception {
    X509Certificate made = (X509Certificate) certificates.store(name).getCertificate("a");
    return made.getNotAfter().toInstant();
  }

  private void move(String from) throws IOException {
    move(from, ".crt");
    move(from, ".key");
  }

  private void move(String from, String end) throws IOException {
    Files.move(
        folder.resolve(from + end),
        folder.resolve("server" + end),
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void theFilesOfTlsAreGivenTogetherAndExist() {
    assertThatThrownBy(() -> ServerSettings.builder().set(Setting.TLS_CERT, folder).build())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("tls-cert and tls-key together");
    assertThatThrownBy(() -> ServerSettings.builder().set(Setting.TLS_CLIENT_CA, folder).build())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("tls-client-ca");
    ServerSettings missing = settings().set(Setting.TLS_KEY, folder.resolve("missing")).build();
    assertThatThrownBy(() -> DuetimeServer.start(missing, time))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("tls-key");
  }

  @Test
  void filesThatCannotBeUsedAreRefusedBeforeTheServerListens() throws Exception {
    certificates.make("other");
    Path junk = Files.writeString(folder.resolve("junk"), "junk");

    assertRefused(settings().set(Setting.TLS_KEY, certificates.key("other")), "tls-key");
    assertRefused(settings().set(Setting.TLS_CERT, junk), "tls-key");
    assertRefused(settings().set(Setting.TLS_KEY, junk), "tls-key");
    assertRefused(settings().set(Setting.TLS_CLIENT_CA, junk), "tls-client-ca");
  }

  @Test
  void aServerThatDoesNotStartLeavesNothingRunning() {
    VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
    ServerSettings missing = settings().set(Setting.TLS_KEY, folder.resolve("missing")).build();

    assertThatThrownBy(() -> DuetimeServer.start(missing, time))
        .isInstanceOf(InvalidRequestException.class);

    assertThat(time.nextEvent()).isEmpty();
  }

  private void assertRefused(ServerSettings.Builder settings, String field) {
    assertThatThrownBy(() -> DuetimeServer.start(settings.build(), time).close())
        .isInstanceOfSatisfying(
            InvalidRequestException.class, wrong -> assertThat(wrong.field()).isEqualTo(field));
  }

  private ServerSettings.Builder settings() {
    return ServerSettings.builder()
        .store("memory:")
        .http(new HostPort("127.0.0.1", 0))
        .set(Setting.TLS_CERT, certificates.certificate("server"))
        .set(Setting.TLS_KEY, certificates.key("server"));
  }

  private HttpClient client(String name) throws Exception {
    return HttpClient.newBuilder().sslContext(context(name, "server")).build();
  }

  private SSLContext context(String name, String peer) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (name != null) {
      keys.init(certificates.store(name), certificates.password());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    java.security.KeyStore trusted = java.security.KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(peer, certificates.store(peer).getCertificate("a"));
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(name == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
