package io.duetime.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.Scheduled;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import io.duetime.server.json.JsonTrees;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class LineIntakeTest {
  private static final String JOBS = "/v1/queues/orders/jobs";

  @RegisterExtension private final TestServer server = new TestServer();

  @RegisterExtension private final TestServer faulty = new TestServer(LineIntakeTest::failing);

  @Test
  void aStreamOfLinesIsAnsweredLineByLine() {
    TestResponse got = server.postLines(JOBS, "{\"id\":\"a\",\"delay\":\"1h\"}\n{\"id\":\"b\"}\n");

    assertThat(got.status()).isEqualTo(200);
    assertThat(got.contentType()).isEqualTo("application/x-ndjson");
    assertThat(got.body())
        .isEqualTo(
            "{\"line\":1,\"id\":\"a\",\"outcome\":\"CREATED\","
                + "\"dueAt\":\"2026-11-20T08:00:00.000Z\","
                + "\"durability\":{\"fsynced\":false,\"replicas\":0}}\n"
                + "{\"line\":2,\"id\":\"b\",\"outcome\":\"CREATED\","
                + "\"dueAt\":\"2026-11-20T07:00:00.000Z\","
                + "\"durability\":{\"fsynced\":false,\"replicas\":0}}\n");
  }

  @Test
  void brokenLinesAreNamedAndTheOthersAreAccepted() {
    List<JsonNode> answers =
        lines(
            server.postLines(
                JOBS,
                "{\"id\":\"a\"}\nnot json\n\n{\"id\":\"c\",\"delay\":5}\r\n[1]\n{\"id\":\"e\"}"));

    assertThat(answers.stream().map(answer -> answer.at("/line").asInt()))
        .containsExactly(1, 2, 4, 5, 6);
    assertThat(answers.stream().map(answer -> answer.at("/outcome").asString()))
        .containsExactly("CREATED", "REFUSED", "REFUSED", "REFUSED", "CREATED");
    assertThat(answers.get(1).at("/error/field").asString()).isEqualTo("body");
    assertThat(answers.get(2).at("/id").asString()).isEqualTo("c");
    assertThat(answers.get(2).at("/error/field").asString()).isEqualTo("delay");
  }

  @Test
  void anEmptyStreamHasAnEmptyAnswer() {
    assertThat(server.postLines(JOBS, "").body()).isEmpty();
    assertThat(server.postLines(JOBS, "\n\n \n").body()).isEmpty();
  }

  @Test
  void aLongStreamKeepsItsOrder() {
    String stream =
        IntStream.rangeClosed(1, 20_000)
            .mapToObj(i ->
                "{\"id\":\"job-%d\",\"delay\":\"1h\",\"payload\":{\"n\":%d}}\n".formatted(i, i))
            .collect(Collectors.joining());

    List<JsonNode> answers = lines(server.postLines(JOBS, stream));

    assertThat(answers).hasSize(20_000);
    assertThat(IntStream.range(0, 20_000))
        .allSatisfy(
            i -> assertThat(answers.get(i).at("/id").asString()).isEqualTo("job-" + (i + 1)));
    assertThat(server.get("/v1/queues/orders").json().at("/counts/delayed").asInt())
        .isEqualTo(20_000);
  }

  @Test
  void aLineThatIsTooLongIsRefusedByItself() {
    String endless = "{\"id\":\"big\",\"payload\":\"" + "x".repeat(5 << 20) + "\"}\n";

    List<JsonNode> answers =
        lines(server.postLines(JOBS, "{\"id\":\"a\"}\n" + endless + "{\"id\":\"c\"}\n"));

    assertThat(answers.stream().map(answer -> answer.at("/outcome").asString()))
        .containsExactly("CREATED", "REFUSED", "CREATED");
    assertThat(answers.get(1).at("/error/code").asString()).isEqualTo("TOO_LARGE");
  }

  @Test
  void theSameStreamAgainWithItsKeyGetsTheSameAnswers() throws Exception {
    String stream = "{\"id\":\"a\",\"onConflict\":\"REPLACE\"}\n{\"id\":\"b\"}\n";
    String first = withKey(stream);
    server.advance(5_000);

    assertThat(withKey(stream)).isEqualTo(first);
  }

  @Test
  void linesWithoutIdsAreMadeOnceForTheirKey() throws Exception {
    String first = withKey("{}\n{\"payload\":1}\n");
    String again = withKey("{}\n{\"payload\":1}\n");

    assertThat(again).isEqualTo(first);
    assertThat(server.get("/v1/queues/orders").at("/events/scheduled")).isEqualTo("2");
  }

  @Test
  void aKeyedStreamOfAStoreThatIsAwayIsRefusedAsAWhole() throws Exception {
    server.engine().close();

    assertThat(withKey("{}\n")).contains("\"code\":\"STORE_UNAVAILABLE\"");
  }

  @Test
  void whatTheStoreRefusesIsToldLineByLine() {
    server.engine().close();

    List<JsonNode> answers = lines(server.postLines(JOBS, "{\"id\":\"a\"}\n{\"id\":\"b\"}\n"));

    assertThat(answers.stream().map(answer -> answer.at("/error/code").asString()))
        .containsExactly("STORE_UNAVAILABLE", "STORE_UNAVAILABLE");
    assertThat(answers.get(1).at("/id").asString()).isEqualTo("b");
  }

  @Test
  void aFailureThatNobodyExpectedIsLoggedWithItsRequest() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      List<JsonNode> answers = lines(faulty.postLines(JOBS, "{\"id\":\"a\"}\n"));

      assertThat(answers).hasSize(1);
      assertThat(answers.get(0).at("/error/code").asString()).isEqualTo("INTERNAL");
    } finally {
      System.setErr(before);
    }

    assertThat(log.toString(StandardCharsets.UTF_8))
        .contains("POST " + JOBS + " failed; answered INTERNAL; request ", "a bug in the store");
  }

  private static Engine failing(Engine engine) {
    return new ForwardingEngine(engine) {
      @Override
      public CompletionStage<List<Scheduled>> schedule(
          String queue, List<JobSpec> jobs, Durability durability) {
        throw new IllegalStateException("a bug in the store");
      }
    };
  }

  private String withKey(String stream) throws Exception {
    return server
        .send(
            "POST",
            JOBS,
            java.net.http.HttpRequest.BodyPublishers.ofString(stream),
            "Content-Type",
            "application/x-ndjson",
            "Idempotency-Key",
            "load-1")
        .body();
  }

  private static List<JsonNode> lines(TestResponse got) {
    return got.body().lines().map(JsonTrees.MAPPER::readTree).toList();
  }
}
