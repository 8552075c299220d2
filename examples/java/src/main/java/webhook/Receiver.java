package webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Receives reminders over HTTP, and refuses those without a signature by the shared secret. */
public final class Receiver implements AutoCloseable {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final byte[] key;
  private final Consumer<String> remind;
  private final HttpServer server;
  // The server has one thread. A real receiver keeps the ids in its database.
  private final Set<String> seen = new HashSet<>();

  public Receiver(int port, String secret, Consumer<String> remind) throws IOException {
    this.key = Base64.getDecoder().decode(secret.strip());
    this.remind = remind;
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/reminders", this::receive);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/reminders";
  }

  private void receive(HttpExchange call) throws IOException {
    try (call) {
      byte[] body = call.getRequestBody().readAllBytes();
      boolean genuine = isGenuine(call.getRequestHeaders(), body);
      String id = call.getRequestHeaders().getFirst("webhook-id");
      if (genuine && !seen.contains(id)) {
        remind.accept(new String(body, UTF_8));
        seen.add(id);
      }
      call.sendResponseHeaders(genuine ? 204 : 401, -1);
    }
  }

  private boolean isGenuine(Headers headers, byte[] body) {
    String id = headers.getFirst("webhook-id");
    String timestamp = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (id == null || timestamp == null || signatures == null || !isFresh(timestamp)) {
      return false;
    }
    byte[] expected = ("v1," + hash(id + "." + timestamp + ".", body)).getBytes(UTF_8);
    boolean found = false;
    for (String signature : signatures.split(" ", -1)) {
      // Takes the same time wherever the two differ.
      found |= MessageDigest.isEqual(expected, signature.getBytes(UTF_8));
    }
    return found;
  }

  private static boolean isFresh(String timestamp) {
    try {
      Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
      return Duration.between(sent, Instant.now()).abs().compareTo(TOLERANCE) <= 0;
    } catch (RuntimeException malformed) {
      return false;
    }
  }

  private String hash(String head, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(head.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }

  public static void main(String[] args) throws IOException {
    String secret = Files.readString(Path.of(args[1]));
    Receiver receiver = new Receiver(Integer.parseInt(args[0]), secret, System.out::println);
    System.out.println("listening on " + receiver.url());
  }
}
