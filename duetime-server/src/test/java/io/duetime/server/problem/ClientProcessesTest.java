package io.duetime.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Limits;
import io.duetime.runtime.call.Presence;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients tell of their workers. */
class ClientProcessesTest {
  private static final String PATH = "/v1/processes/id-1";

  @RegisterExtension private final TestServer server = new TestServer();

  @Test
  void theirHungHandlersAreListedAndAProblemUntilTheyAreNotHeardOf() {
    assertThat(tell(PATH, "c", worker("orders", "\"j\"")).status()).isEqualTo(200);
    server.judge();

    assertThat(server.get("/v1/processes").json().at("/processes/0/workers").toString())
        .isEqualTo(
            "[{\"queue\":\"orders\",\"name\":\"w\",\"concurrency\":1,\"running\":0,"
                + "\"abandoned\":1,\"stuck\":false,\"since\":\"2026-11-20T06:59:00.000Z\","
                + "\"jobs\":[\"j\"]}]");
    assertThat(server.get("/v1/problems").at("/problems/0/id"))
        .isEqualTo("handlers_abandoned:orders");

    server.advance(15_000);
    server.judge();

    assertThat(server.get("/v1/processes").json().at("/processes").size()).isZero();
  }

  @Test
  void aProcessThatHasNoWorkersAnyMoreIsForgottenAtOnce() {
    tell(PATH, "c", worker("orders", ""));

    tell(PATH, "c", "");
    tell("/v1/processes/other", "c", "");

    assertThat(documents()).isEmpty();
  }

  @Test
  void aTokenTellsOfQueuesOfWhichItMayRunJobsAndChangesNoProcessOfAnother() {
    server.token("root", "admin");
    String consumer = server.token("team-a", "consume=team-a/*");
    String other = server.token("team-b", "consume=team-b/*");
    String producer = server.token("producer", "produce");

    assertThat(as(producer, "").status()).isEqualTo(403);
    assertThat(as(consumer, worker("team-b/x", "")).at("/queue")).isEqualTo("team-b/x");
    assertThat(as(consumer, worker("team-a/x", "")).status()).isEqualTo(200);
    assertThat(as(other, worker("team-b/x", "")).status()).isEqualTo(200);
    assertThat(as(other, "").status()).isEqualTo(200);

    assertThat(documents()).containsExactly("token+team-a/id-1");
  }

  @Test
  void whatIsTooLargeOrMalformedIsRefused() {
    String many = worker("q", "") + ("," + worker("q", "")).repeat(100);

    assertThat(tell(PATH, "c", many).at("/allowed")).isEqualTo("at most 100 workers");
    assertThat(tell(PATH, "c", worker("q", "1,2,3,4,5,6")).at("/field")).isEqualTo("jobs");
    assertThat(tell(PATH, "c", worker("q", "\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"")).at("/allowed"))
        .isEqualTo("at most 5 jobs");
    assertThat(tell(PATH, "c", worker("", "")).at("/field")).isEqualTo("queue");
    assertThat(tell(PATH, "", "").at("/field")).isEqualTo("process");
    assertThat(tell("/v1/processes/a%2Fb", "c", "").at("/field")).isEqualTo("process");
    assertThat(tell(PATH, "c", "{}").status()).isEqualTo(400);
    assertThat(tell(PATH, "c", worker("q", "").replace("2026-", "+999999999-")).status())
        .isEqualTo(400);
    assertThat(tell(PATH, "c", worker("q", "").replace(":1,", ":-1,")).at("/field"))
        .isEqualTo("concurrency");
  }

  @Test
  void aTokenTellsOf200ProcessesAtMostAndAllOf2000() {
    server.token("root", "admin");
    String token = "";
    for (int i = 0; i < 2_000; i++) {
      token = i % 200 == 0 ? server.token("team-" + i / 200, "consume") : token;
      assertThat(as(token, i, worker("q", "")).status()).isEqualTo(200);
      if (i == 199) {
        assertThat(as(token, 200, worker("q", "")).at("/detail"))
            .isEqualTo("The token has told of 200 processes; those are forgotten after 15 s");
      }
    }
    String last = server.token("last", "consume");
    assertThat(as(last, 1, worker("q", "")).status()).isEqualTo(429);
    assertThat(as(token, 1_999, worker("q", "")).status()).isEqualTo(200);

    as(token, 1_999, "");
    assertThat(as(last, 1, worker("q", "")).status()).isEqualTo(200);
    assertThat(as(last, 2, worker("q", "")).status()).isEqualTo(429);
    server.advance(15_000);
    assertThat(as(last, 2, worker("q", "")).status()).isEqualTo(200);
  }

  @Test
  void oneThatTheStoreHasNoRoomForIsRefused() {
    // One that was not heard of lately is deleted by any server.
    long now = server.engine().nowMillis().toCompletableFuture().join();
    byte[] young = new Presence("one", now, null, List.of(), List.of(), 0).encode();
    for (int i = 0; i < Limits.MAX_DOCUMENTS; i++) {
      server
          .engine()
          .putDocument(Presence.COLLECTION, "one-" + i, 0, young)
          .toCompletableFuture()
          .join();
    }

    assertThat(tell(PATH, "c", worker("q", "")).status()).isEqualTo(429);
  }

  @Test
  void ofManyWorkersTheFirstThatHangAreStored() {
    String ids = "\"" + "j".repeat(250) + "\"";
    String healthy = worker("healthy", "").replace("\"abandoned\":1", "\"abandoned\":0");
    String hung = worker("hung", ids + ("," + ids).repeat(4));

    tell(PATH, "c", healthy + ("," + healthy).repeat(89) + ("," + hung).repeat(4));

    assertThat(documents()).hasSize(1);
    byte[] stored =
        server
            .engine()
            .document(Presence.COLLECTION, documents().get(0))
            .toCompletableFuture()
            .join()
            .orElseThrow()
            .content();
    assertThat(stored.length).isBetween(7_000, 8_300);
    Presence read = Presence.decode(stored);
    assertThat(read.workers().subList(0, 4)).allMatch(one -> one.queue().equals("hung"));
    assertThat(read.workers().size() + read.more()).isEqualTo(94);
  }

  private static String worker(String queue, String jobs) {
    return "{\"queue\":\"%s\",\"name\":\"w\",\"concurrency\":1,\"running\":0,\"abandoned\":1,\"stuck\":false,\"since\":\"2026-11-20T06:59:00Z\",\"jobs\":[%s]}"
        .formatted(queue, jobs);
  }

  private static String body(String process, String workers) {
    return "{\"process\":\"" + process + "\",\"workers\":[" + workers + "]}";
  }

  private TestResponse tell(String path, String process, String workers) {
    return server.put(path, body(process, workers), "Content-Type", "application/json");
  }

  private TestResponse as(String token, String workers) {
    return server.as(token, "PUT", PATH, body("c", workers));
  }

  private TestResponse as(String token, int process, String workers) {
    return server.as(token, "PUT", "/v1/processes/" + process, body("c", workers));
  }

  private List<String> documents() {
    return server
        .engine()
        .documents(Presence.COLLECTION, null, 100)
        .thenApply(all -> all.stream().map(one -> one.name()).toList())
        .toCompletableFuture()
        .join();
  }
}
