package io.duetime.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.http.fixture.TestServer;
import io.duetime.server.http.fixture.TestServer.TestResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Malformed requests to the routes that engines over HTTP use. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HostileCallsTest {
  private static final String QUEUE = "/v1/queues/orders";
  private static final String JOBS = QUEUE + "/jobs";

  /** A sound body of each route, field by field. */
  private static final Map<String, Map<String, String>> ROUTES =
      Map.of(
          QUEUE + "/settle",
          Map.of("settlements", "[{\"do\":\"ACK\",\"lease\":\"x\"}]"),
          QUEUE + "/claim",
          Map.of("ids", "[\"a\"]", "shard", "\"0.0\"", "max", "1", "dueBefore", "1795158000000"),
          QUEUE + "/numbers",
          Map.of("size", "1"),
          JOBS + "/list",
          Map.of("ids", "[\"a\"]", "cursor", "\"x\"", "limit", "1", "state", "[\"DEAD\"]"),
          JOBS + "/change",
          Map.of("change", "\"REDRIVE\"", "spread", "\"1s\"", "limit", "1", "dryRun", "true"),
          JOBS + "/reschedule",
          Map.of("changes", "[{\"id\":\"a\",\"delay\":\"1s\",\"ifDueAt\":1795158000000}]"),
          JOBS,
          Map.of("id", "\"a\"", "nonce", "7", "jitter", "0.5", "payloadBase64", "\"eA==\""));

  private static final List<String> VALUES =
      List.of(
          "null",
          "-1",
          "0",
          "1.5",
          "1e400",
          "-9223372036854775808",
          "9223372036854775807",
          "99999999999999999999999",
          "true",
          "\"\"",
          "\"" + "x".repeat(100_000) + "\"",
          "\"\\u0000\"",
          "\"PT2562047788015215H\"",
          "\"\\ud800\"",
          "[]",
          "[null]",
          "[[]]",
          "[{}]",
          "[{\"id\":null,\"do\":null,\"lease\":null}]",
          "[{\"id\":\"a\",\"delay\":\"-9223372036854775808s\",\"ifDueAt\":-1}]",
          "[{\"do\":\"EXTEND\",\"lease\":\"a.b.c\",\"extendBy\":\"PT2562047788015215H\"}]",
          "{}",
          "{\"a\":null}",
          "{\"\":1}",
          "[".repeat(5_000) + "]".repeat(5_000));

  private static final List<String> BODIES =
      List.of(
          "", "{", "[", "null", "1", "\"x\"", "{}{}", "{\"a\"", "{\"size\":1,\"size\":2}", "\0");

  @RegisterExtension private final TestServer server = new TestServer();

  static Stream<String> routes() {
    return ROUTES.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("routes")
  void everyValueIsTakenOrRefusedAndTheServerGoesOn(String route) {
    Map<String, String> sound = ROUTES.get(route);
    for (String field : sound.keySet()) {
      for (String value : VALUES) {
        StringBuilder body = new StringBuilder("{");
        sound.forEach((name, usual) ->
            body.append(body.length() == 1 ? "" : ",")
                .append("\"" + name + "\":")
                .append(name.equals(field) ? value : usual));
        assertAnswered(route, body.append('}').toString());
      }
    }
    BODIES.forEach(body -> assertAnswered(route, body));
    assertGoesOn();
  }

  @Test
  void numbersInPathsAreCheckedAsOthers() {
    for (String number : List.of("x", "%00", "1.5", "99999999999999999999", "1%2F2")) {
      assertThat(server.get("/v1/numbers/" + number).status()).as(number).isEqualTo(400);
    }
    for (String number : List.of("0", "-1", "9223372036854775807")) {
      assertThat(server.get("/v1/numbers/" + number).body()).isEqualTo("{\"queue\":null}");
    }
    assertThat(server.get(QUEUE + "/watch?from=1").status()).isEqualTo(400);
  }

  @Test
  void halfARequestChangesNothing() throws IOException {
    for (String route : ROUTES.keySet()) {
      try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
        socket
            .getOutputStream()
            .write(
                ("POST "
                        + route
                        + " HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"id\":\"a\"")
                    .getBytes(StandardCharsets.US_ASCII));
      }
    }

    assertThat(server.get(JOBS).at("/jobs/0/id")).isEqualTo("(nothing)");
    assertGoesOn();
  }

  @Test
  void streamsThatAreAbandonedHinderNothing() throws IOException {
    for (int i = 0; i < 200; i++) {
      try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
        socket
            .getOutputStream()
            .write(
                ("GET " + QUEUE + "/watch HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
      }
    }

    assertGoesOn();
  }

  private void assertAnswered(String route, String body) {
    TestResponse answer = server.post(route, body);
    assertThat(answer.status())
        .as(route + " " + body.substring(0, Math.min(200, body.length())) + answer.body())
        .isBetween(200, 499);
  }

  private void assertGoesOn() {
    assertThat(server.put("/v1/queues/sound/jobs/a", "x").status()).isEqualTo(201);
    assertThat(server.post("/v1/queues/sound/claim", "{}").at("/jobs/0/id")).isEqualTo("a");
  }
}
