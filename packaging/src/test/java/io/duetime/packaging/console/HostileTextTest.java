package io.duetime.packaging.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import io.duetime.server.json.JsonTrees;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of strangers that would be scripts if a page put them in as they are. */
class HostileTextTest extends BrowserTest {
  private static final String QUEUE = "hostile";
  private static final String RAN = "() => window.ran === undefined";

  private static ConsoleServer server;

  @BeforeAll
  static void start() {
    server = ConsoleServer.embedded();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<img src=x onerror=window.ran=1>",
        "\"><script>window.ran=1</script>",
        "'-alert(1)-'<svg onload=window.ran=1>",
        "javascript:window.ran=1",
        "{{constructor.constructor('window.ran=1')()}}"
      })
  void noTextOfAJobIsRun(String text) {
    String json = JsonTrees.MAPPER.writeValueAsString(text);
    String path = "/v1/queues/" + QUEUE;
    server.call(
        "POST",
        path + "/jobs",
        "{\"id\":%s,\"tags\":[%s],\"headers\":{\"x\":%s},\"payload\":{%s:[%s]}}"
            .formatted(json, json, json, json, json));
    String leases = FilledStore.claim(server, QUEUE, 1, "30s");
    server.call("POST", path + "/bury", "{\"leases\":" + leases + ",\"reason\":" + json + "}");
    server.call(
        "PUT",
        path + "/jobs/" + encoded("plain " + text.length()) + "?delay=1h",
        BodyPublishers.ofString(text),
        "Content-Type",
        "text/plain");

    try (Visit visit = new Visit(browser(), server.uri())) {
      for (String place :
          List.of(
              "queues/" + QUEUE + "/jobs",
              "queues/" + QUEUE + "/jobs?state=DEAD",
              "queues/" + QUEUE + "/dead",
              "queues/" + QUEUE + "/jobs/" + encoded(text),
              "queues/" + QUEUE + "/jobs?tag=" + encoded(text),
              "audit")) {
        visit.open(place);
        if (!place.equals("audit")) {
          visit.sees(text);
        }
        assertThat(visit.page().evaluate(RAN)).as(place).isEqualTo(true);
        assertThat(visit.page().locator("main script, main img, main svg[onload]").count())
            .isZero();
      }
      visit.open("queues/" + QUEUE + "/jobs/" + encoded("plain " + text.length())).sees(text);
      visit.button("Hex").click();
      assertThat(visit.page().evaluate(RAN)).isEqualTo(true);
    }
  }

  @Test
  void noTextIsShownInAnotherOrderThanItIsStored() {
    String id = "\u202egnp.exe";
    String json = JsonTrees.MAPPER.writeValueAsString(id);
    String path = "/v1/queues/" + QUEUE;
    server.call(
        "POST",
        path + "/jobs",
        "{\"id\":%s,\"tags\":[%s],\"payload\":[%s],\"delay\":\"1h\"}".formatted(json, json, json));

    try (Visit visit = new Visit(browser(), server.uri())) {
      for (String place :
          List.of(
              "queues/" + QUEUE + "/jobs?tag=" + encoded(id),
              "queues/" + QUEUE + "/jobs/" + encoded(id))) {
        visit.open(place).sees("\\u202Egnp.exe");
        assertThat(visit.page().locator("main").innerText()).doesNotContain("\u202e");
        assertThat(visit.page().title()).doesNotContain("\u202e");
      }
      assertThat(visit.page().waitForDownload(() -> visit.button("Download").click()))
          .extracting(Download::suggestedFilename)
          .isEqualTo("_gnp.exe.bin");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<img src=x onerror=window.ran=1>", "\"><script>window.ran=1</script>"})
  void noTextOfARecurringJobOrATargetIsRun(String text) {
    server.call(
        "PUT",
        "/v1/queues/" + QUEUE + "/recurring/" + encoded(text),
        "{\"every\":\"1h\",\"payload\":%s}".formatted(JsonTrees.MAPPER.writeValueAsString(text)));
    server.call(
        "PUT",
        "/v1/targets/hostile",
        "{\"type\":\"webhook\",\"url\":\"http://127.0.0.1:9/{id}\",\"header.X\":%s}"
            .formatted(JsonTrees.MAPPER.writeValueAsString(text)));

    try (Visit visit = new Visit(browser(), server.uri())) {
      for (String place : List.of("queues/" + QUEUE + "/recurring", "targets")) {
        visit.open(place).sees(text);
        visit.button("Change").first().click();
        visit.dialog().waitFor();
        assertThat(visit.page().evaluate(RAN)).as(place).isEqualTo(true);
        assertThat(visit.page().locator("main script, main img, dialog img").count()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "queues/<img src=x onerror=window.ran=1>",
        "<img src=x onerror=window.ran=1>",
        "queues?q=\"><script>window.ran=1</script>",
        "tasks/<svg onload=window.ran=1>",
        "future?ahead=<script>&at=<i>&queue=<b>"
      })
  void noTextOfAnAddressIsRun(String place) {
    try (Visit visit = new Visit(browser(), server.uri()).expectingFailures()) {
      visit.open(place).sees("Duetime");
      visit.sees("Live");
      assertThat(visit.page().evaluate(RAN)).isEqualTo(true);
      assertThat(visit.page().locator("main script, main img, main svg[onload]").count()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<b>", "a\"b", "a b", "a<script>"})
  void noQueueHasSuchAName(String name) {
    assertThat(
            server
                .send(
                    "PUT",
                    "/v1/queues/" + encoded(name) + "/jobs/1",
                    BodyPublishers.ofString("x"),
                    "Content-Type",
                    "text/plain")
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void noPageIsTooWideForNamesOfTwoHundredCharacters() {
    String queue = "q".repeat(200);
    String id = "j".repeat(200);
    String tag = "tag-".repeat(50);
    String path = "/v1/queues/" + queue;
    server.call(
        "POST",
        path + "/jobs",
        "{\"id\":\"%s\",\"tags\":[\"%s\",\"eu\"],\"payload\":\"%s\"}".formatted(id, tag, id));
    server.call("PUT", path + "/recurring/" + "r".repeat(200), "{\"every\":\"1h\"}");
    server.call(
        "PUT",
        "/v1/targets/" + "t".repeat(100),
        "{\"type\":\"webhook\",\"url\":\"http://127.0.0.1:9/%s\"}".formatted(id));
    Places.Place overview = new Places.Place("queues", "No consumer");
    List<Places.Place> places =
        List.of(
            overview,
            new Places.Place("queues/" + queue, "Late since"),
            new Places.Place("queues/" + queue + "/jobs?tag=" + tag, tag),
            new Places.Place("queues/" + queue + "/jobs/" + id, "jjj"),
            new Places.Place("queues/" + queue + "/settings", "Who changed what"),
            new Places.Place("queues/" + queue + "/recurring", "rrr"),
            new Places.Place("recurring", "rrr"),
            new Places.Place("targets", "ttt"),
            new Places.Place("audit", "rrr"));
    for (int width : List.of(360, 768, 1_280)) {
      Visit.Kind kind = new Visit.Kind(width, 740, Visit.Kind.WIDE.colors(), "en-GB");
      try (Visit visit = new Visit(browser(), server.uri(), kind)) {
        for (Places.Place place : places) {
          visit.open(place.path()).sees(place.text());
          assertThat(visit.beyond()).as(width + " " + place.path()).isZero();
        }
        visit.open(overview.path()).sees(queue);
        visit.link(queue).first().hover();
        assertThat(visit.link(queue).first().getAttribute("title")).isEqualTo(queue);
        visit.page().keyboard().press("/");
        visit.dialog().getByLabel("Queue, id or tag").fill(tag);
        visit.sees(queue + " / " + id);
        assertThat(
                visit.page().evaluate("document.querySelector('dialog').scrollWidth > innerWidth"))
            .isEqualTo(false);
      }
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
