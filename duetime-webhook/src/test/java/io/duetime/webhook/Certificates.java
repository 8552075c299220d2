package io.duetime.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** Makes a certificate that signs itself, with the keytool of the JDK. */
record Certificates(Path folder) {
  private static final String PASSWORD = "password";

  Path certificate() {
    return folder.resolve("server.crt");
  }

  Path key() {
    return folder.resolve("server.key");
  }

  void make(String host) throws Exception {
    Path store = folder.resolve("server.p12");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "a",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=" + host,
            "-ext",
            "san=dns:" + host,
            "-validity",
            "3650",
            "-keystore",
            store.toString(),
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD);
    Path log = folder.resolve("keytool.log");
    Process keytool =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (keytool.waitFor() != 0) {
      throw new AssertionError(Files.readString(log));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    pem(certificate(), "CERTIFICATE", keys.getCertificate("a").getEncoded());
    pem(key(), "PRIVATE KEY", keys.getKey("a", PASSWORD.toCharArray()).getEncoded());
  }

  private static void pem(Path file, String what, byte[] bytes) throws Exception {
    String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }
}
