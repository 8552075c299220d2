package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.fixture.Waiting;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class DeadRoutesTest {
  private static final String QUEUE = "/v1/queues/orders";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void deadJobsAreListedAndGroupedByWhatTheyDiedOf() {
    bury("1", "no such order\\nat line 7");
    server.advance(1_000);
    bury("2", "no such order\\nat line 9");
    bury("3", "bank is closed");

    TestResponse list = server.get(QUEUE + "/dead");
    TestResponse groups = server.get(QUEUE + "/dead?groupBy=reason");

    assertThat(list.json().at("/jobs").size()).isEqualTo(3);
    assertThat(groups.body())
        .isEqualTo(
            "{\"groups\":[{\"reason\":\"BURIED\",\"error\":\"no such order\",\"count\":2,"
                + "\"firstAt\":\"2026-11-20T07:00:00.000Z\","
                + "\"lastAt\":\"2026-11-20T07:00:01.000Z\",\"exampleId\":\"1\"},"
                + "{\"reason\":\"BURIED\",\"error\":\"bank is closed\",\"count\":1,"
                + "\"firstAt\":\"2026-11-20T07:00:01.000Z\","
                + "\"lastAt\":\"2026-11-20T07:00:01.000Z\",\"exampleId\":\"3\"}],"
                + "\"complete\":true}");
  }

  @Test
  void failuresOfOneCauseAreOneGroupAndRedrivenByIt() {
    bury("1", "label 4711 rejected\\nat line 7");
    server.advance(3_600_000);
    bury("2", "label 4712 rejected\\nat line 9");
    bury("3", "bank is closed");

    TestResponse groups = server.get(QUEUE + "/dead?groupBy=fingerprint");
    JsonNode label = groups.json().at("/groups/0");
    String fingerprint = label.at("/fingerprint").asString();

    assertThat(groups.json().at("/groups").size()).isEqualTo(2);
    assertThat(label.at("/count").asInt()).isEqualTo(2);
    assertThat(label.at("/error").asString()).isEqualTo("label 4712 rejected");
    assertThat(label.at("/samples").toString()).isEqualTo("[\"1\",\"2\"]");
    assertThat(label.at("/byHour/22").asInt()).isEqualTo(1);
    assertThat(label.at("/byHour/23").asInt()).isEqualTo(1);
    assertThat(server.get(QUEUE + "/dead?errorLike=4712").json().at("/jobs").size()).isEqualTo(1);

    TestResponse redriven =
        server.post(QUEUE + "/redrive", "{\"fingerprint\":\"" + fingerprint + "\"}");

    assertThat(redriven.json().at("/changed").asInt()).isEqualTo(2);
    // A redriven job keeps its history: its last failure is that one.
    TestResponse waiting = server.get(QUEUE + "/jobs?state=READY&groupBy=fingerprint");
    assertThat(waiting.json().at("/groups/0/fingerprint").asString()).isEqualTo(fingerprint);
    assertThat(waiting.json().at("/groups/0/count").asInt()).isEqualTo(2);
  }

  @Test
  void aTaskShowsNoPieceOfAnError() {
    bury("1", "card 4711 refused");

    TestResponse task =
        server.post(QUEUE + "/redrive?background=true", "{\"errorLike\":\"card 4711\"}");

    assertThat(task.status()).isEqualTo(202);
    assertThat(task.body()).doesNotContain("4711");
  }

  @Test
  void aFingerprintThatIsNoneIsRefused() {
    TestResponse refused = server.get(QUEUE + "/dead?fingerprint=label");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("/field")).isEqualTo("fingerprint");
  }

  @Test
  void redrivenJobsAreDueAgainAfterACount() {
    bury("1", "x");
    bury("2", "x");

    TestResponse dry = server.post(QUEUE + "/redrive?dryRun=true", "{}");
    assertThat(dry.json().at("/changed").asInt()).isEqualTo(2);
    assertThat(server.get(QUEUE).json().at("/counts/dead").asInt()).isEqualTo(2);

    TestResponse wet = server.post(QUEUE + "/redrive", "{\"all\":true}");
    assertThat(wet.json().at("/changed").asInt()).isEqualTo(2);
    assertThat(server.get(QUEUE).json().at("/counts/ready").asInt()).isEqualTo(2);
    assertThat(server.get(QUEUE + "/jobs/1").at("/attempt")).isEqualTo("0");
  }

  @Test
  void whatAFullQueueHasNoRoomForStaysDead() {
    bury("1", "x");
    bury("2", "x");
    server.send(
        "PATCH",
        QUEUE,
        HttpRequest.BodyPublishers.ofString("{\"quota\":{\"maxWaiting\":1}}"),
        "Content-Type",
        "application/json");

    TestResponse redriven = server.post(QUEUE + "/redrive", "{\"all\":true}");

    assertThat(redriven.json().at("/changed").asInt()).isEqualTo(1);
    assertThat(redriven.json().at("/refused").asInt()).isEqualTo(1);
    assertThat(redriven.at("/error/code")).isEqualTo("QUOTA_EXCEEDED");
  }

  @Test
  void anEmptyListOfTagsIsNoFilter() {
    bury("1", "x");

    TestResponse purged = server.post(QUEUE + "/purge", "{\"tag\":[]}");

    assertThat(purged.status()).isEqualTo(400);
    assertThat(purged.at("/field")).isEqualTo("filter");
  }

  @Test
  void aRedriveOfAllHasToBeAskedFor() {
    bury("1", "x");

    TestResponse unsaid = server.post(QUEUE + "/redrive", "{}");

    assertThat(unsaid.status()).isEqualTo(400);
    assertThat(unsaid.at("/field")).isEqualTo("filter");
    assertThat(unsaid.at("/allowed")).contains("all=true");
    assertThat(server.get(QUEUE).json().at("/counts/dead").asInt()).isEqualTo(1);
  }

  @Test
  void aRedriveIsSpreadOverATimeOrByARate() {
    bury("1", "x");
    bury("2", "x");
    server.post(QUEUE + "/redrive", "{\"spread\":\"1h\",\"all\":true}");
    assertThat(server.get(QUEUE).json().at("/counts/dead").asInt()).isZero();
    assertThat(server.get(QUEUE + "/jobs/1").at("/dueAt"))
        .isBetween("2026-11-20T07:00:00.000Z", "2026-11-20T08:00:00.000Z");
  }

  @Test
  void aRedriveInPartsTellsWhatBecomesOfItsJobs() throws Exception {
    for (int i = 0; i < 10; i++) {
      bury("j" + i, "x");
    }
    TestResponse dry =
        server.post(QUEUE + "/redrive?dryRun=true", "{\"all\":true,\"first\":\"25%\"}");
    assertThat(dry.at("/changed")).isEqualTo("3");
    TestResponse counted =
        server.post(QUEUE + "/redrive?dryRun=true&background=true", "{\"all\":true,\"first\":4}");
    assertThat(until("/v1/tasks/" + counted.at("/id"), "/state", "DONE").at("/changed"))
        .isEqualTo("4");

    TestResponse begun = server.post(QUEUE + "/redrive", "{\"all\":true,\"first\":\"25%\"}");
    String task = "/v1/tasks/" + begun.at("/id");
    TestResponse seen = until(task, "/underWay", "3");

    assertThat(begun.status()).isEqualTo(202);
    assertThat(seen.body())
        .contains(
            "\"kind\":\"REDRIVE\"",
            "\"first\":\"25%\",\"stopAtFailures\":\"100%\",\"dryRun\":false",
            "\"total\":10,\"examined\":3,\"changed\":3,\"refused\":0",
            "\"planned\":3,\"succeeded\":0,\"failed\":0,\"underWay\":3",
            "\"state\":\"RUNNING\"");
    String stopped = server.delete(task).at("/cancelRequested");
    assertThat(stopped).isEqualTo("true");
    assertThat(until(task, "/state", "CANCELLED").at("/changed")).isEqualTo("3");
    assertThat(server.get(QUEUE).json().at("/counts/dead").asInt()).isEqualTo(7);
  }

  @Test
  void aRedriveInPartsKeepsToItsRate() throws Exception {
    for (int i = 0; i < 10; i++) {
      bury("j" + i, "x");
    }
    String task =
        "/v1/tasks/" + server.post(QUEUE + "/redrive", "{\"all\":true,\"perSecond\":4}").at("/id");
    until(task, "/changed", "4");
    // A gap is no credit.
    server.advance(10_000);
    TestResponse second = until(task, "/changed", "8");
    server.advance(250);
    until(task, "/changed", "9");

    assertThat(second.at("/stopAtFailures")).isEqualTo("20%");
    server.advance(1_000);
    until(task, "/changed", "10");
    server.advance(3_700_000);
    assertThat(until(task, "/state", "DONE").at("/underWay")).isEqualTo("10");
  }

  @Test
  void aRedriveInPartsThatSaysNonsenseIsRefused() {
    bury("1", "x");
    for (String first :
        List.of(
            "0",
            "-1",
            "1e9",
            "100000001",
            "\"0%\"",
            "\"101%\"",
            "\"abc\"",
            "\"-5%\"",
            "\"\"",
            "\"1.5%\"",
            "null",
            "true",
            "[1]",
            "1.5",
            "99999999999999999999")) {
      refused("first", first);
    }
    for (String rate : List.of("0", "-1", "1000001", "\"x\"", "null", "1e9")) {
      refused("perSecond", rate);
    }
    for (String share : List.of("\"0%\"", "\"101%\"", "\"20\"", "20", "null", "\"abc\"")) {
      refused("stopAtFailures", share);
    }
    assertThat(
            server
                .post(QUEUE + "/redrive", "{\"all\":true,\"first\":1,\"spread\":\"1h\"}")
                .at("/field"))
        .isEqualTo("first");
    assertThat(server.post(QUEUE + "/redrive", "{\"first\":1}").at("/field")).isEqualTo("filter");
    assertThat(server.get("/v1/tasks").body()).isEqualTo("{\"tasks\":[]}");
  }

  private void refused(String field, String value) {
    TestResponse answer =
        server.post(QUEUE + "/redrive", "{\"all\":true,\"%s\":%s}".formatted(field, value));
    assertThat(answer.status()).as(field + " " + value).isEqualTo(400);
    assertThat(answer.at("/field")).as(field + " " + value).isEqualTo(field);
  }

  private TestResponse until(String task, String pointer, String value) {
    Waiting.until(pointer + " is " + value, () -> server.get(task).at(pointer).equals(value));
    return server.get(task);
  }

  @Test
  void deadJobsArePurgedByFilter() {
    bury("1", "x");
    server.put(QUEUE + "/jobs/waiting", "x");

    TestResponse got = server.delete(QUEUE + "/jobs?state=DEAD&reason=BURIED");

    assertThat(got.json().at("/changed").asInt()).isEqualTo(1);
    assertThat(server.get(QUEUE + "/jobs/1").status()).isEqualTo(404);
    assertThat(server.get(QUEUE + "/jobs/waiting").status()).isEqualTo(200);
  }

  @Test
  void deadJobsAreRedrivenAndPurgedByTheirIds() {
    bury("1", "x");
    bury("2", "x");
    bury("3", "x");

    assertThat(server.post(QUEUE + "/redrive", "{\"ids\":[\"2\",\"9\"]}").at("/changed"))
        .isEqualTo("1");
    assertThat(server.get(QUEUE + "/jobs/2").at("/state")).isEqualTo("READY");
    assertThat(server.post(QUEUE + "/purge", "{}").status()).isEqualTo(400);
    assertThat(server.post(QUEUE + "/purge", "{\"ids\":[\"3\"]}").at("/changed")).isEqualTo("1");
    assertThat(server.get(QUEUE + "/jobs/3").status()).isEqualTo(404);
    assertThat(server.get(QUEUE + "/jobs/1").at("/state")).isEqualTo("DEAD");
    assertThat(server.post(QUEUE + "/purge", "{\"all\":true}").at("/changed")).isEqualTo("1");
  }

  private void bury(String id, String reason) {
    server.put(QUEUE + "/jobs/" + id, "x");
    String lease = server.post(QUEUE + "/claim", "{}").at("/jobs/0/lease");
    server.post(QUEUE + "/bury", "{\"leases\":[\"" + lease + "\"],\"reason\":\"" + reason + "\"}");
  }
}
