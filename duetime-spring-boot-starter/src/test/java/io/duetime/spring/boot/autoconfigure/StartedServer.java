package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A server in this JVM; apart from its test, whose class is looked at without a server, too. */
final class StartedServer implements AutoCloseable {
  private static final char[] PASSWORD = "password".toCharArray();

  private final DuetimeServer server;
  private final String scheme;
  private final String parameters;

  private StartedServer(ServerSettings settings, String scheme, String parameters) {
    this.server = DuetimeServer.start(settings, new SystemTime());
    this.scheme = scheme;
    this.parameters = parameters;
  }

  static StartedServer plain() {
    return new StartedServer(settings().build(), "http", "");
  }

  /** Starts a server with a certificate that it makes in a folder. */
  static StartedServer encrypted(Path folder) throws Exception {
    ServerSettings.Builder settings = settings();
    Path certificate = certificate(folder, settings);
    return new StartedServer(settings.build(), "https", "?ca=" + certificate);
  }

  /** The store's URI for an application. */
  String uri() {
    return scheme + "://127.0.0.1:" + server.http().getPort() + parameters;
  }

  @Override
  public void close() {
    server.close();
  }

  private static ServerSettings.Builder settings() {
    return ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0));
  }

  private static Path certificate(Path folder, ServerSettings.Builder settings) throws Exception {
    Path keys = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "a",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=duetime",
                    "-ext",
                    "san=ip:127.0.0.1",
                    "-keystore",
                    keys.toString(),
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    new String(PASSWORD)))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD);
    Path certificate = pem(folder, "CERTIFICATE", store.getCertificate("a").getEncoded());
    settings
        .set(Setting.TLS_CERT, certificate)
        .set(Setting.TLS_KEY, pem(folder, "PRIVATE KEY", store.getKey("a", PASSWORD).getEncoded()));
    return certificate;
  }

  private static Path pem(Path folder, String what, byte[] bytes) throws Exception {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        folder.resolve(what + ".pem"),
        "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }
}
