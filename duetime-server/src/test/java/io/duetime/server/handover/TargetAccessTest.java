package io.duetime.server.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.IpRange;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What targets may name that an admin of the store puts over HTTP. */
class TargetAccessTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String WEBHOOK = "\"type\":\"webhook\",\"url\":\"http://127.0.0.1:9/\"";

  @TempDir private Path folder;
  private final SystemTime time = new SystemTime();
  private DuetimeServer server;

  @BeforeEach
  void aServer() throws IOException {
    Path secrets = Files.createDirectories(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("token"), "Bearer inside\n");
    Files.writeString(folder.resolve("outside"), "geheim");
    Path targets =
        Files.writeString(
            folder.resolve("targets.json"),
            "{\"declared\":{%s,\"allowPrivate\":\"true\",\"header.x-hostFile\":\"%s\"}}"
                .formatted(WEBHOOK, folder.resolve("outside")));
    server =
        DuetimeServer.start(
            ServerSettings.builder()
                .store("memory:")
                .http(new HostPort("127.0.0.1", 0))
                .set(Setting.SECRETS_FOLDER, secrets)
                .set(Setting.PRIVATE_RANGES, List.of(IpRange.of("10.1.0.0/16")))
                .set(Setting.TARGETS_FILE, targets)
                .build(),
            time);
  }

  @AfterEach
  void close() {
    server.close();
    time.close();
  }

  private String put(String settings) {
    return call("PUT", "/v1/targets/t", "{" + WEBHOOK + "," + settings + "}");
  }

  private String call(String method, String path, String body) {
    URI uri = URI.create("http://127.0.0.1:" + server.http().getPort() + path);
    return HTTP.sendAsync(
            HttpRequest.newBuilder(uri)
                .method(method, BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build(),
            BodyHandlers.ofString())
        .thenApply(answer -> answer.statusCode() + " " + answer.body())
        .join();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"authorizationFile\":\"token\"",
        "\"header.x-keyFile\":\"token\"",
        "\"allowPrivate\":\"true\"",
        "\"allowPrivate\":\"10.1.2.0/24\""
      })
  void whatTheServerAllowsIsTaken(String settings) {
    assertThat(put(settings)).startsWith("201 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"authorizationFile\":\"../outside\"",
        "\"header.x-leakFile\":\"/etc/hostname\"",
        "\"header.x-leakFile\":\"/no/such/file\"",
        "\"caFile\":\"/dev/zero\"",
        "\"header.x-leakEnv\":\"PATH\"",
        "\"allowPrivate\":\"127.0.0.0/8\"",
        "\"allowPrivate\":\"10.0.0.0/8\""
      })
  void whatItDoesNotAllowIsRefused(String settings) {
    assertThat(put(settings)).startsWith("400 ").doesNotContain("geheim", "NoSuchFile");
  }

  @Test
  void theFileOfTheServerNamesWhatItWants() {
    // The server has opened it, and so read the file, before it listened.
    assertThat(call("GET", "/v1/targets/declared", "")).startsWith("200 ").contains("\"file\"");
  }
}
