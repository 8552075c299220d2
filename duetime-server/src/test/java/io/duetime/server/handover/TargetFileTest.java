package io.duetime.server.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.Setting;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Targets of a file, in a running server. */
class TargetFileTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final int GUARD_SECONDS = 30;

  @TempDir private Path folder;
  private final String box = UUID.randomUUID().toString();
  private final SystemTime time = new SystemTime();
  private Path file;
  private DuetimeServer server;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("targets.json");
  }

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
    time.close();
  }

  private void declare(String json) throws IOException {
    Files.writeString(file, json);
  }

  private String inbox(String more) {
    return "{\"type\":\"inbox\",\"box\":\"" + box + "\"" + more + "}";
  }

  private void start() {
    server =
        DuetimeServer.start(
            ServerSettings.builder()
                .store("memory:")
                .http(new HostPort("127.0.0.1", 0))
                .set(Setting.TARGETS_FILE, file)
                .build(),
            time);
  }

  private JsonNode call(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http().getPort() + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .build();
    return JsonTrees.MAPPER.readTree(
        HTTP.sendAsync(request, BodyHandlers.ofString()).join().body());
  }

  private void schedule(String id) {
    call("PUT", "/v1/queues/orders/jobs/" + id, "{}");
  }

  private String received() throws InterruptedException {
    return InboxProvider.box(box).poll(GUARD_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void jobsGoToATargetOfTheFileWhichSaysWhereItIsFrom() throws Exception {
    declare("{\"main\":" + inbox("") + "}");
    start();
    call("PUT", "/v1/targets/stored", inbox(""));
    JsonNode route = call("PATCH", "/v1/queues/orders", "{\"handOver\":{\"target\":\"main\"}}");
    assertThat(route.at("/handOver/target").asString()).as("%s", route).isEqualTo("main");
    schedule("1");

    assertThat(received()).isEqualTo("1");
    JsonNode all = call("GET", "/v1/targets", "").at("/targets");
    assertThat(all.size()).isEqualTo(2);
    assertThat(all.at("/0/name").asString()).isEqualTo("main");
    assertThat(all.at("/0/source").asString()).isEqualTo("file");
    assertThat(all.at("/1/name").asString()).isEqualTo("stored");
    assertThat(all.at("/1/source").isMissingNode()).isTrue();
    assertThat(call("GET", "/v1/targets/main", "").at("/source").asString()).isEqualTo("file");
  }

  @Test
  void aTargetOfTheFileIsNotChangedOverHttp() throws Exception {
    declare("{\"main\":" + inbox("") + "}");
    start();

    for (String method : new String[] {"PUT", "DELETE"}) {
      JsonNode refused = call(method, "/v1/targets/main", inbox(""));
      assertThat(refused.at("/status").asInt()).isEqualTo(409);
      assertThat(refused.at("/code").asString()).isEqualTo("DECLARED");
      assertThat(refused.at("/detail").asString()).contains("targets-file declares main");
    }
  }

  @Test
  void aTargetOfTheFileHidesAStoredOne() throws Exception {
    declare("{}");
    start();
    call("PUT", "/v1/targets/main", inbox(""));
    declare("{\"main\":" + inbox(",\"opens\":9") + "}");
    server.readAgain();

    JsonNode all = call("GET", "/v1/targets", "").at("/targets");
    assertThat(all.size()).isEqualTo(1);
    assertThat(all.at("/0/opens").asInt()).isEqualTo(9);

    declare("{}");
    server.readAgain();
    assertThat(call("GET", "/v1/targets/main", "").at("/opens").isMissingNode()).isTrue();
  }

  @Test
  void aReloadReadsTheFileAndTheSecretsAgain() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "old");
    declare("{\"main\":" + inbox(",\"passwordFile\":\"" + secret + "\"") + "}");
    start();
    call("PATCH", "/v1/queues/orders", "{\"handOver\":{\"target\":\"main\"}}");
    schedule("0");
    assertThat(received()).isEqualTo("old@0");

    Files.writeString(secret, "new");
    server.readAgain();

    String last = "";
    for (int i = 1; !last.startsWith("new@"); i++) {
      schedule("" + i);
      last = received();
      assertThat(last).isNotNull();
    }
  }

  @Test
  void aReloadOfAWrongFileKeepsTheTargets() throws Exception {
    declare("{\"main\":" + inbox("") + "}");
    start();

    declare("{\"main\":{\"type\":\"inbox\"}}");
    JsonNode refused = call("POST", "/v1/server/reload", "");

    assertThat(refused.at("/status").asInt()).as("%s", refused).isEqualTo(400);
    assertThat(refused.at("/detail").asString()).contains(file + ", main, box is missing");
    assertThat(call("GET", "/v1/targets/main", "").at("/box").asString()).isEqualTo(box);
  }

  @Test
  void aWrongFilePreventsTheStart() throws Exception {
    assertWrong("{\"main\":{\"type\":\"fax\"}}", ", main, type is 'fax'");
    assertWrong("{\"main\":" + inbox(",\"colour\":1") + "}", ", main, colour is '1'");
    assertWrong("{\"main\":" + inbox(",\"password\":\"hush\"") + "}", ", main, password is");
    assertWrong("{\"a b\":" + inbox("") + "}", ", a b, ");
    assertWrong("{\"main\":7}", ", main, value is missing");
    assertWrong("[]", "at most 1000 targets by their names");
    assertWrong("{\n\"main\":{\n", "valid YAML; line 2 is not");
    Files.delete(file);
    assertThatThrownBy(this::start).hasMessageContaining("there is no such file");
  }

  private void assertWrong(String json, String part) throws IOException {
    declare(json);
    assertThatThrownBy(this::start)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("targets-file")
        .hasMessageContaining("targets.json")
        .hasMessageContaining(part)
        .hasMessageNotContaining("hush");
  }
}
