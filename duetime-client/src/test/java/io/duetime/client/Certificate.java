package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.net.PfxOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A self-signed certificate for this machine, made by the keytool of the JDK.
 *
 * @param keys a key store with the private key
 * @param pem the certificate for clients
 */
record Certificate(Path keys, Path pem) {
  private static final String PASSWORD = "changeit";

  static Certificate in(Path folder) throws Exception {
    Certificate made = new Certificate(folder.resolve("keys.p12"), folder.resolve("ca.pem"));
    Files.createDirectories(folder);
    made.keytool(
        "-genkeypair", "-keyalg", "EC", "-dname", "CN=duetime", "-ext", "san=ip:127.0.0.1");
    made.keytool("-exportcert", "-rfc", "-file", made.pem.toString());
    return made;
  }

  ServerSSLOptions options() {
    ServerSSLOptions options = new ServerSSLOptions();
    options.setKeyCertOptions(new PfxOptions().setPath(keys.toString()).setPassword(PASSWORD));
    return options;
  }

  private void keytool(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "duetime", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", keys.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
