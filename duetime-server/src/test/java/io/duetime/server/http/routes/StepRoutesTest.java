package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepRoutesTest {
  private static final String JOBS = "/v1/queues/orders/jobs";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void aSelectionIsListedPageByPage() {
    schedule("a", "b", "c");

    TestResponse first = server.post(JOBS + "/list", "{\"ids\":[\"a\",\"c\"],\"limit\":1}");
    TestResponse second =
        server.post(
            JOBS + "/list",
            "{\"ids\":[\"a\",\"c\"],\"limit\":1,\"cursor\":\"" + first.at("/cursor") + "\"}");

    assertThat(first.at("/jobs/0/id")).isEqualTo("a");
    assertThat(second.at("/jobs/0/id")).isEqualTo("c");
  }

  @Test
  void aChangeIsMadeInStepsUntilThereIsNoCursor() {
    schedule("a", "b", "c");
    String cursor = "";
    int changed = 0;
    do {
      TestResponse step =
          server.post(
              JOBS + "/change", "{\"change\":\"CANCEL\",\"all\":true,\"limit\":2" + cursor + "}");
      assertThat(step.status()).isEqualTo(200);
      changed += step.json().at("/changed").asInt();
      cursor =
          step.json().at("/cursor").isNull() ? "" : ",\"cursor\":\"" + step.at("/cursor") + "\"";
    } while (!cursor.isEmpty());

    assertThat(changed).isEqualTo(3);
    assertThat(server.get(JOBS).at("/jobs/0/id")).isEqualTo("(nothing)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CANCEL", "MOVE", "REDRIVE", "PURGE"})
  void aChangeOfEveryJobIsAskedForByItsOwnWord(String change) {
    schedule("a");
    String all = "{\"change\":\"" + change + "\",\"delay\":\"2h\"";

    assertThat(server.post(JOBS + "/change", all + "}").at("/field")).isEqualTo("filter");
    assertThat(server.get(JOBS + "/a").at("/dueAt")).isEqualTo("2026-11-20T08:00:00.000Z");
    assertThat(server.post(JOBS + "/change", all + ",\"all\":true}").status()).isEqualTo(200);
  }

  @Test
  void aDryRunChangesNothing() {
    schedule("a");

    TestResponse step = server.post(JOBS + "/change", "{\"change\":\"CANCEL\",\"dryRun\":true}");

    assertThat(step.json().at("/changed").asInt()).isEqualTo(1);
    assertThat(server.get(JOBS + "/a").status()).isEqualTo(200);
  }

  @Test
  void aStepWithoutAChangeIsRefused() {
    assertThat(server.post(JOBS + "/change", "{}").at("/field")).isEqualTo("change");
  }

  @Test
  void jobsMoveEachInItsOwnWayAndAnInvalidChangeIsRefusedByItself() {
    schedule("a", "b");

    TestResponse got =
        server.post(
            JOBS + "/reschedule",
            "{\"changes\":[{\"id\":\"a\",\"delay\":\"2h\"},{\"id\":\"\",\"delay\":\"1h\"},"
                + "{\"id\":\"b\",\"delay\":\"3h\",\"only\":\"EARLIER\"}]}");

    assertThat(got.at("/results/0/outcome")).isEqualTo("RESCHEDULED");
    assertThat(got.at("/results/0/dueAt")).isEqualTo("2026-11-20T09:00:00.000Z");
    assertThat(got.at("/results/1/outcome")).isEqualTo("REFUSED");
    assertThat(got.at("/results/1/error/field")).isEqualTo("id");
    assertThat(got.at("/results/2/outcome")).isEqualTo("NOT_MET");
  }

  private void schedule(String... ids) {
    for (String id : ids) {
      server.put(JOBS + "/" + id + "?delay=1h", "x");
    }
  }
}
