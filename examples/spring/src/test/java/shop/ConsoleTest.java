package shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.spring.boot.StoreServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The shop as it runs, on a folder, with its console. */
class ConsoleTest {
  @TempDir Path folder;

  @Test
  void aTimeoutOfTheShopIsSeenInItsConsole() throws Exception {
    try (ConfigurableApplicationContext shop =
        new SpringApplicationBuilder(Shop.class)
            .run(
                "--duetime.store=embedded:" + folder.resolve("data"),
                "--duetime.server.http=127.0.0.1:0",
                "--spring.datasource.generate-unique-name=true")) {
      shop.getBean(Orders.class).place(45);
      int port = shop.getBean(StoreServer.class).http().orElseThrow().getPort();

      assertThat(get(port, "/v1/queues/order-timeouts/jobs")).contains("DELAYED", "45");
      assertThat(get(port, "/")).contains("<title>");
    }
  }

  private static String get(int port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }
}
