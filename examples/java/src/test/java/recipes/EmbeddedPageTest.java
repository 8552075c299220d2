package recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application serves the folder that it has open, as docs/embedded.md shows. */
class EmbeddedPageTest {
  private static final String SHOWN =
      """
      try (Duetime duetime = Duetime.open("embedded:./data");
          DuetimeServer server = DuetimeServer.serve(duetime, ServerSettings.builder().build())) {
        duetime.queue("orders", Codec.string()).schedule("order-42", "42 EUR", Duration.ofMinutes(30));
      """;

  @TempDir Path folder;

  @Test
  void theApplicationServesItsFolder() throws Exception {
    ServerSettings anywhere = ServerSettings.builder().http(new HostPort("127.0.0.1", 0)).build();
    try (Duetime duetime = Duetime.open("embedded:" + folder.resolve("data"))) {
      DuetimeServer server = DuetimeServer.serve(duetime, anywhere);
      duetime
          .queue("orders", Codec.string())
          .schedule("order-42", "42 EUR", Duration.ofMinutes(30));

      assertThat(get(server, "/v1/queues/orders/jobs/order-42")).contains("DELAYED", "42 EUR");
      server.close();
      assertThat(duetime.admin("orders").counts().waiting()).isEqualTo(1);
    }
  }

  @Test
  void thePageShowsThisCode() throws IOException {
    assertThat(Files.readString(Path.of("../../docs/embedded.md"))).contains(SHOWN);
  }

  private static String get(DuetimeServer server, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }
}
