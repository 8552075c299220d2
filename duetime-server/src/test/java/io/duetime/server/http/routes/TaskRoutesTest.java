package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TaskRoutesTest {
  private static final String QUEUE = "/v1/queues/orders";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aChangeInTheBackgroundIsATask() {
    schedule(3);

    TestResponse accepted = server.delete(QUEUE + "/jobs?all=true&background=true");
    String task = accepted.response().headers().firstValue("Location").orElseThrow();

    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.at("/kind")).isEqualTo("CANCEL");
    assertThat(accepted.at("/state")).isEqualTo("WAITING");
    assertThat(ended(task).body())
        .isEqualTo(
            "{\"id\":\"%s\",\"kind\":\"CANCEL\",\"queue\":\"orders\",\"filter\":{},"
                    .formatted(accepted.at("/id"))
                + "\"dryRun\":false,\"total\":3,\"examined\":3,\"changed\":3,\"refused\":0,"
                + "\"state\":\"DONE\",\"cancelRequested\":false,"
                + "\"createdAt\":\"2026-11-20T07:00:00.000Z\","
                + "\"endedAt\":\"2026-11-20T07:00:00.000Z\"}");
    assertThat(server.get("/v1/tasks").at("/tasks/0/id")).isEqualTo(accepted.at("/id"));
    assertThat(server.delete(task).body()).isEqualTo(ended(task).body());
  }

  @Test
  void aChangeOfManyJobsBecomesATaskByItself() {
    schedule(10_000);

    TestResponse dry = server.delete(QUEUE + "/jobs?dryRun=true");
    TestResponse moved = server.post(QUEUE + "/jobs/reschedule", "{\"all\":true,\"delay\":\"1d\"}");

    assertThat(dry.status()).isEqualTo(202);
    assertThat(moved.status()).isEqualTo(202);
    assertThat(ended("/v1/tasks/" + dry.at("/id")).json().at("/changed").asInt()).isEqualTo(10_000);
    assertThat(ended("/v1/tasks/" + moved.at("/id")).json().at("/changed").asInt())
        .isEqualTo(10_000);
    assertThat(server.get(QUEUE + "/jobs/0").at("/dueAt")).isEqualTo("2026-11-21T07:00:00.000Z");
  }

  @Test
  void aTaskThatFailsTellsWhatIsAllowed() {
    schedule(1);
    server.patch(QUEUE, "{\"quota\":{\"maxAhead\":\"1h\"}}");
    String move = "{\"all\":true,\"delay\":\"2h\"}";
    String task = server.post(QUEUE + "/jobs/reschedule?background=true", move).at("/id");

    TestResponse ended = ended("/v1/tasks/" + task, "FAILED");

    assertThat(ended.at("/error/code")).isEqualTo("INVALID");
    assertThat(ended.at("/error/field")).isEqualTo("dueAt");
    assertThat(ended.at("/error/allowed")).startsWith("at most 1h");
  }

  @Test
  void fewJobsAreChangedAtOnce() {
    schedule(9_999);

    assertThat(server.delete(QUEUE + "/jobs?all=true").body())
        .isEqualTo("{\"examined\":9999,\"changed\":9999,\"dryRun\":false}");
    assertThat(server.get("/v1/tasks").body()).isEqualTo("{\"tasks\":[]}");
  }

  @Test
  void idsAreChangedAtOnce() {
    assertThat(server.post(QUEUE + "/redrive?background", "{\"ids\":[\"a\"]}").at("/field"))
        .isEqualTo("background");
    assertThat(
            server
                .post(QUEUE + "/jobs/reschedule?background", "{\"ids\":[\"a\"],\"delay\":\"1s\"}")
                .at("/field"))
        .isEqualTo("background");
  }

  @Test
  void anUnknownTaskIsNotFound() {
    assertThat(server.get("/v1/tasks/nothing").at("/code")).isEqualTo("NOT_FOUND");
    assertThat(server.delete("/v1/tasks/nothing").at("/code")).isEqualTo("NOT_FOUND");
    assertThat(server.get("/v1/tasks/" + "x".repeat(300)).status()).isEqualTo(404);
    assertThat(server.get("/v1/tasks/%00").status()).isEqualTo(404);
  }

  @Test
  void tasksOfAllKindsTellWhatTheyDo() {
    String purge = task("purge", "{\"tag\":[\"a\",\"b\"],\"reason\":\"BURIED\"}");
    String redrive = task("redrive", "{\"to\":\"2026-11-20T07:00:00Z\",\"perSecond\":5}");
    String spread = task("redrive", "{\"all\":true,\"spread\":\"10m\"}");
    String move = task("jobs/reschedule", "{\"from\":0,\"all\":true,\"delay\":\"1h\"}");

    assertThat(purge)
        .contains("\"kind\":\"PURGE\"", "\"filter\":{\"tag\":[\"a\",\"b\"],\"reason\":\"BURIED\"}");
    assertThat(redrive)
        .contains("\"filter\":{\"to\":\"2026-11-20T07:00:00.000Z\"}", "\"perSecond\":5");
    assertThat(spread).contains("\"kind\":\"REDRIVE\"", "\"spread\":\"10m\"");
    assertThat(move).contains("\"dueAt\":\"2026-11-20T08:00:00.000Z\"");
    schedule(2);
    TestResponse update =
        server.patch(QUEUE + "/jobs?background=true", "{\"all\":true,\"priority\":3}");
    assertThat(ended("/v1/tasks/" + update.at("/id")).body())
        .contains("\"kind\":\"UPDATE\"", "\"update\":{\"priority\":3}", "\"changed\":2");
  }

  @Test
  void aShiftIsATaskThatCanBeTakenBack() {
    schedule(3);
    String first = server.get(QUEUE + "/jobs/0").at("/dueAt");

    TestResponse dry =
        server.post(QUEUE + "/jobs/shift", "{\"all\":true,\"by\":\"-30m\",\"dryRun\":true}");
    TestResponse accepted =
        server.post(QUEUE + "/jobs/shift", "{\"ids\":[\"0\",\"1\"],\"by\":\"-30m\"}");
    String shift = accepted.response().headers().firstValue("Location").orElseThrow();
    TestResponse shifted = ended(shift);

    assertThat(dry.body())
        .isEqualTo(
            "{\"jobs\":3,\"before\":{\"from\":\"2026-11-20T08:00:00.000Z\","
                + "\"to\":\"2026-11-20T08:00:00.000Z\"},"
                + "\"after\":{\"from\":\"2026-11-20T07:30:00.000Z\","
                + "\"to\":\"2026-11-20T07:30:00.000Z\"},\"atOnce\":0,\"left\":0}");
    assertThat(accepted.status()).isEqualTo(202);
    assertThat(shifted.body())
        .contains(
            "\"kind\":\"SHIFT\",\"queue\":\"orders\",\"filter\":{},\"ids\":2,\"by\":\"-30m\"",
            "\"total\":2,\"examined\":2,\"changed\":2,\"refused\":0,\"left\":0,\"before\":{\"from\"");
    assertThat(server.get(QUEUE + "/jobs/0").at("/dueAt")).isEqualTo("2026-11-20T07:30:00.000Z");
    assertThat(server.get(QUEUE + "/jobs/2").at("/dueAt")).isEqualTo(first);

    TestResponse undo = server.post(shift + "/undo", "");
    TestResponse undone = ended("/v1/tasks/" + undo.at("/id"));

    assertThat(undo.status()).isEqualTo(202);
    assertThat(undone.at("/kind")).isEqualTo("UNDO_SHIFT");
    assertThat(undone.at("/shift")).isEqualTo(accepted.at("/id"));
    assertThat(undone.json().at("/changed").asInt()).isEqualTo(2);
    assertThat(server.get(QUEUE + "/jobs/0").at("/dueAt")).isEqualTo(first);
    assertThat(server.post("/v1/tasks/" + undo.at("/id") + "/undo", "").body())
        .contains("\"status\":409", "NOT_A_SHIFT");
    assertThat(server.post("/v1/tasks/nothing/undo", "").status()).isEqualTo(404);
  }

  @Test
  void aShiftThatSaysTooLittleIsRefused() {
    String shift = QUEUE + "/jobs/shift";

    assertThat(server.post(shift, "{\"all\":true}").at("/field")).isEqualTo("by");
    assertThat(server.post(shift, "{\"by\":\"1h\"}").at("/field")).isEqualTo("filter");
    for (String by : List.of("0s", "-0s", "36526d", "-36526d", "1x", "", "--1h")) {
      TestResponse refused = server.post(shift, "{\"all\":true,\"by\":\"%s\"}".formatted(by));
      assertThat(refused.status()).as(by).isEqualTo(400);
      assertThat(refused.at("/field")).as(by).isEqualTo("by");
    }
    assertThat(server.post(shift, "{\"state\":\"DEAD\",\"all\":true,\"by\":\"1h\"}").at("/field"))
        .isEqualTo("state");
    assertThat(server.post(shift, "{\"all\":true,\"by\":\"1h\",\"spread\":\"60d\"}").at("/field"))
        .isEqualTo("spread");
    String ids =
        IntStream.range(0, 10_001)
            .mapToObj(i -> "\"" + i + "\"")
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(server.post(shift, "{\"ids\":" + ids + ",\"by\":\"1h\"}").at("/field"))
        .isEqualTo("ids");
    assertThat(server.get("/v1/tasks").body()).isEqualTo("{\"tasks\":[]}");
  }

  private String task(String change, String body) {
    TestResponse accepted = server.post(QUEUE + "/" + change + "?background=true", body);
    return ended("/v1/tasks/" + accepted.at("/id")).body();
  }

  /** Looks until the task has ended. */
  private TestResponse ended(String task) {
    return ended(task, "DONE");
  }

  private TestResponse ended(String task, String state) {
    long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    TestResponse look = server.get(task);
    while (look.json().at("/endedAt").isNull()) {
      assertThat(System.nanoTime()).isLessThan(patience);
      look = server.get(task);
    }
    assertThat(look.at("/state")).isEqualTo(state);
    return look;
  }

  private void schedule(int jobs) {
    String all =
        IntStream.range(0, jobs)
            .mapToObj(i -> "{\"id\":\"" + i + "\",\"delay\":\"1h\"}")
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(server.post(QUEUE + "/jobs", all).status()).isEqualTo(200);
  }
}
