package io.duetime.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.tls.Certificates;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The command and a server with certificates. */
@Tag("full")
class EncryptedCallsTest {
  @RegisterExtension private final Shell shell = new Shell();

  @TempDir private Path folder;
  private Certificates certificates;

  @BeforeEach
  void aCertificate() throws Exception {
    certificates = new Certificates(folder);
    certificates.make("server");
  }

  @Test
  void theCommandCallsAServerWhoseCertificateItTrusts() {
    try (DuetimeServer server = DuetimeServer.start(settings().build(), shell.time())) {
      String url = "https://127.0.0.1:" + server.http().getPort();
      String ca = certificates.certificate("server").toString();

      assertThat(shell.run("", url, false, "queues", "--ca-file", ca).code()).isZero();
      assertThat(shell.run("", url, false, "queues").code()).isEqualTo(1);
      assertThat(shell.run("", url, false, "queues").err())
          .startsWith("duetime: the certificate of " + url + " is from an authority that ")
          .contains("--ca-file or DUETIME_CA_FILE");
      Result plain = shell.run("", url.replace("https", "http"), false, "queues");
      assertThat(plain.code()).isEqualTo(1);
      assertThat(plain.err()).contains("does it answer with TLS? Then use https://");
    }
  }

  @Test
  void aServerWithoutTlsIsNamedToACommandThatEncrypts() {
    Result encrypted = shell.run("", shell.url().replace("http", "https"), false, "queues");

    assertThat(encrypted.code()).isEqualTo(1);
    assertThat(encrypted.err()).contains("does it answer without TLS? Then use http://");
  }

  @Test
  void variablesNameTheFilesOfTheCommandAndOptionsComeFirst() throws Exception {
    certificates.make("client");
    String client = certificates.certificate("client").toString();
    ServerSettings settings =
        settings().set(Setting.TLS_CLIENT_CA, certificates.certificate("client")).build();
    try (DuetimeServer server = DuetimeServer.start(settings, shell.time())) {
      Map<String, String> environment =
          Map.of(
              "DUETIME_SERVER",
              "https://127.0.0.1:" + server.http().getPort(),
              "DUETIME_CA_FILE",
              folder.resolve("server.crt").toString(),
              "DUETIME_CERT_FILE",
              client,
              "DUETIME_KEY_FILE",
              folder.resolve("client.key").toString());

      Result called = shell.runIn(environment, "queues");
      assertThat(called.code()).as(called.err()).isZero();
      assertThat(shell.runIn(environment, "queues", "--ca-file", client).code()).isEqualTo(1);
    }
  }

  @Test
  void theSettingsAreValidOnlyWithFilesThatCanBeUsed() throws Exception {
    certificates.make("other");
    String cert = certificates.certificate("server").toString();

    assertThat(validated(cert, certificates.key("server").toString())).isZero();
    assertThat(validated(cert, certificates.key("other").toString())).isEqualTo(2);
    assertThat(validated(cert, folder.resolve("missing").toString())).isEqualTo(2);
  }

  private int validated(String cert, String key) {
    return shell.run("config", "validate", "--tls-cert", cert, "--tls-key", key).code();
  }

  @Test
  void theCommandShowsItsCertificateWhereTheServerAsksForOne() throws Exception {
    certificates.make("client");
    certificates.make("other");
    ServerSettings settings =
        settings().set(Setting.TLS_CLIENT_CA, certificates.certificate("client")).build();
    try (DuetimeServer server = DuetimeServer.start(settings, shell.time())) {
      Map<String, String> environment =
          Map.of(
              "DUETIME_SERVER",
              "https://127.0.0.1:" + server.http().getPort(),
              "DUETIME_CA_FILE",
              certificates.certificate("server").toString(),
              "DUETIME_CERT_FILE",
              certificates.certificate("client").toString());
      String key = certificates.key("client").toString();
      String other = certificates.key("other").toString();

      assertThat(shell.runIn(environment, "health", "--key-file", key).code()).isZero();
      assertThat(shell.runIn(environment, "health", "--key-file", other).err())
          .contains("--key-file: " + other + " is not the readable private key");
      assertThat(shell.runIn(environment, "health").err()).contains("give both or neither");
    }
  }

  private ServerSettings.Builder settings() {
    return ServerSettings.builder()
        .store("memory:")
        .http(new HostPort("127.0.0.1", 0))
        .set(Setting.TLS_CERT, certificates.certificate("server"))
        .set(Setting.TLS_KEY, certificates.key("server"));
  }
}
