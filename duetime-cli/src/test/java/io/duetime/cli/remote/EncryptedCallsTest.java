package io.duetime.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.tls.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
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
          .contains(
              "--key-file is '" + other.substring(0, 40), "it is not the key of the certificate");
      assertThat(shell.runIn(environment, "health").err())
          .contains("cert and key: give both or neither");
    }
  }

  @Test
  void aWorkerShowsItsCertificateAndAKeyMayHaveAnOlderForm() throws Exception {
    certificates.make("client");
    byte[] key = certificates.store("client").getKey("a", certificates.password()).getEncoded();
    // Behind the version and the algorithm, PKCS #8 has the older form.
    byte[] older = Arrays.copyOfRange(key, 28, key.length);
    Path file =
        Files.writeString(
            folder.resolve("older.key"),
            "-----BEGIN EC PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(older)
                + "\n-----END EC PRIVATE KEY-----\n");
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
              certificates.certificate("client").toString(),
              "DUETIME_KEY_FILE",
              file.toString());

      shell.runIn(environment, "put", "q", "a", "x");
      Result work = shell.runIn(environment, "work", "q", "--exec", "true", "--max", "1");
      assertThat(work.out()).as(work.err()).startsWith("a done in ");
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
