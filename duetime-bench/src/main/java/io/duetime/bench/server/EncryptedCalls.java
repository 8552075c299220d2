package io.duetime.bench.server;

import io.duetime.bench.ScratchFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The same calls to a server with TLS and to one without, in turns. */
final class EncryptedCalls implements AutoCloseable {
  private static final int CONNECTIONS = 50;
  private static final String PASSWORD = "password";

  private final ScratchFolder folder = ScratchFolder.in(Path.of("duetime-bench/target"));
  private final ServerProcess plain;
  private final ServerProcess encrypted;
  private final SSLContext context;
  private int round;

  /** Calls a second. */
  record Rates(double plain, double encrypted) {}

  EncryptedCalls() throws IOException, InterruptedException, GeneralSecurityException {
    KeyStore certificate = certificate();
    context = trusting(certificate);
    plain = new ServerProcess(HttpBench.LAUNCHER, "--store", "memory:");
    encrypted =
        new ServerProcess(
            HttpBench.LAUNCHER,
            "--store",
            "memory:",
            "--tls-cert",
            pem("CERTIFICATE", certificate.getCertificate("a").getEncoded()),
            "--tls-key",
            pem("PRIVATE KEY", certificate.getKey("a", PASSWORD.toCharArray()).getEncoded()));
    plain.awaitReady();
  }

  private KeyStore certificate()
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.path().resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD)
            .inheritIO()
            .start();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static SSLContext trusting(KeyStore certificate)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("a", certificate.getCertificate("a"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private String pem(String what, byte[] bytes) throws IOException {
    Path file = folder.path().resolve(what.replace(' ', '-') + ".pem");
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    return file.toString();
  }

  /** Puts so many jobs on each of the two. */
  Rates round(int jobs) throws Exception {
    round++;
    return new Rates(
        put(plain.url(), SocketFactory.getDefault(), jobs),
        put(encrypted.url(), context.getSocketFactory(), jobs));
  }

  private double put(URI server, SocketFactory sockets, int jobs) throws Exception {
    List<HttpSocket> open = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Callable<Integer>> callers = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        HttpSocket socket = new HttpSocket(server, sockets);
        socket.get("/health/live"); // ends the handshake
        open.add(socket);
        int caller = i;
        callers.add(() -> puts(socket, caller, jobs / CONNECTIONS));
      }
      long begun = System.nanoTime();
      int done = 0;
      for (Future<Integer> caller : threads.invokeAll(callers)) {
        done += caller.get();
      }
      return done * 1e9 / (System.nanoTime() - begun);
    } finally {
      threads.shutdownNow();
      for (HttpSocket socket : open) {
        socket.close();
      }
    }
  }

  private int puts(HttpSocket socket, int caller, int jobs) throws IOException {
    byte[] payload = "x".repeat(100).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < jobs; i++) {
      socket.call(
          "PUT",
          "/v1/queues/q/jobs/%d-%d-%d?delay=1h".formatted(round, caller, i),
          "text/plain",
          payload);
    }
    return jobs;
  }

  @Override
  public void close() {
    plain.close();
    encrypted.close();
    folder.close();
  }
}
