package io.duetime.server.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Makes self-signed certificates with the keytool of the JDK. */
public final class Certificates {
  private static final char[] PASSWORD = "password".toCharArray();

  private final Path folder;

  /** Makes files in the folder. */
  public Certificates(Path folder) {
    this.folder = folder;
  }

  /** Makes NAME.p12, NAME.crt and NAME.key. */
  public Path make(String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Files.deleteIfExists(store);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(
        List.of("-genkeypair", "-alias", "a", "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1,dns:localhost"));
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", new String(PASSWORD), "-validity", "3650"));
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    if (keytool.waitFor() != 0) {
      throw new AssertionError(Files.readString(folder.resolve("keytool.log")));
    }
    write(store(name), name);
    return certificate(name);
  }

  private void write(KeyStore store, String name) throws GeneralSecurityException, IOException {
    pem(certificate(name), "CERTIFICATE", store.getCertificate("a").getEncoded());
    pem(key(name), "PRIVATE KEY", store.getKey("a", PASSWORD).getEncoded());
  }

  /** The key store of a name, with the certificate and its key as "a". */
  public KeyStore store(String name) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  public char[] password() {
    return PASSWORD.clone();
  }

  public Path certificate(String name) {
    return folder.resolve(name + ".crt");
  }

  public Path key(String name) {
    return folder.resolve(name + ".key");
  }

  private static void pem(Path file, String what, byte[] bytes) throws IOException {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }
}
