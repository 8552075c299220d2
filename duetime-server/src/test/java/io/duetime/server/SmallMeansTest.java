package io.duetime.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.cli.fixture.ServerCommandProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers that try to take a whole server with little effort; each test starts its own server. */
@Tag("full")
class SmallMeansTest {
  private static final int HEAP_MEGABYTES = 512;
  private static final int DESCRIPTORS = 12_000;

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void theServerHasTheMeansOfTheseTests() throws Exception {
    try (ServerCommandProcess server = server(DESCRIPTORS)) {
      String metrics = get(server, "/metrics");

      assertThat(sum(metrics, "jvm_memory_max_bytes{area=\"heap\""))
          .isBetween(400.0 * (1 << 20), (double) HEAP_MEGABYTES * (1 << 20));
      assertThat(sum(metrics, "process_files_max_files")).isEqualTo(DESCRIPTORS);
    }
  }

  private ServerCommandProcess server(int descriptors, String... options) throws IOException {
    return ServerCommandProcess.small(
        HEAP_MEGABYTES,
        descriptors,
        folder.resolve("log"),
        "embedded:" + folder.resolve("data"),
        options);
  }

  private String get(ServerCommandProcess server, String path)
      throws IOException, InterruptedException {
    return client
        .send(HttpRequest.newBuilder(server.http().resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }

  /** The sum of the series whose line begins so; those without a limit have -1. */
  private static double sum(String metrics, String series) {
    Matcher lines =
        Pattern.compile("(?m)^" + Pattern.quote(series) + ".* (\\S+)$").matcher(metrics);
    return lines
        .results()
        .mapToDouble(line -> Double.parseDouble(line.group(1)))
        .filter(value -> value >= 0)
        .sum();
  }
}
