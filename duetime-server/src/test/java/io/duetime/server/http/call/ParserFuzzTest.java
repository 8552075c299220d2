package io.duetime.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.LineIntake.LineSplitter;
import io.duetime.server.http.call.Route.UriText;
import io.duetime.server.http.fixture.TestServer;
import io.vertx.core.buffer.Buffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Parsers that strangers reach, against junk; the repetition is the seed. */
class ParserFuzzTest {
  private static final String LETTERS =
      "{}[]\":,.\\/ \t\n0123456789abcdefnrtu-+eE%&?=#;ü😀\u0000\u007f";

  @RegisterExtension private final TestServer server = new TestServer();

  @RepeatedTest(20)
  void linesAreCutTheSameHoweverTheyArrive(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    String text = text(random, random.nextInt(400)) + "\nlast";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    LineSplitter splitter = new LineSplitter(1_000, collecting(lines));

    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(bytes.length, from + random.nextInt(1, 20));
      splitter.add(Buffer.buffer(bytes).slice(from, to));
      from = to;
    }
    splitter.end();

    assertThat(lines).containsExactly(text.split("\n", -1));
  }

  @Test
  void aLineAsLongAsAllowedIsTakenAndALongerOneIsReported() {
    List<String> lines = new ArrayList<>();
    LineSplitter splitter = new LineSplitter(3, collecting(lines));

    splitter.add(Buffer.buffer("abc\nabcd\nab"));
    splitter.add(Buffer.buffer("cd\n\nxyz"));
    splitter.add(Buffer.buffer("z"));
    splitter.end();

    assertThat(lines).containsExactly("abc", "(too long: 2)", "(too long: 3)", "", "(too long: 5)");
  }

  @RepeatedTest(20)
  void pathsAndQueriesAreReadOrRefused(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    for (int i = 0; i < 2_000; i++) {
      String junk = text(random, random.nextInt(30));
      try {
        UriText.segments("/" + junk);
        UriText.query(junk);
      } catch (InvalidRequestException refused) {
        assertThat(refused.allowed()).isEqualTo("percent-encoded UTF-8");
      }
    }
  }

  @RepeatedTest(20)
  void whatWasEncodedIsDecoded(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    for (int i = 0; i < 500; i++) {
      String text = text(random, random.nextInt(1, 20));
      String form = URLEncoder.encode(text, StandardCharsets.UTF_8);

      assertThat(UriText.query("x=" + form).get("x")).containsExactly(text);
      assertThat(UriText.segments("/a/" + form.replace("+", "%20"))).containsExactly("a", text);
    }
  }

  @RepeatedTest(5)
  void bodiesOfJunkAreNeverTheServersFault(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    String[] paths = {"jobs", "jobs/cancel", "jobs/reschedule", "claim", "ack", "retry", "extend"};
    for (int i = 0; i < 60; i++) {
      String path = "/v1/queues/q/" + paths[random.nextInt(paths.length)];
      String junk = random.nextBoolean() ? text(random, random.nextInt(40)) : object(random);

      assertThat(server.post(path, junk).status()).as(path + " " + junk).isLessThan(500);
      assertThat(server.postLines("/v1/queues/q/jobs", junk).status()).isEqualTo(200);
    }
  }

  @RepeatedTest(5)
  void requestsOfJunkAreNeverTheServersFault(RepetitionInfo repetition) throws IOException {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    for (int i = 0; i < 40; i++) {
      String target = "/v1/queues/" + text(random, random.nextInt(20)).replaceAll("\\s", "%20");
      try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
        socket.setSoTimeout(20_000);
        String request =
            "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        String status =
            new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                .readLine();
        assertThat(status).as(target).matches("HTTP/1.[01] [24][0-9][0-9] .*");
      }
    }
  }

  private static LineSplitter.Sink collecting(List<String> lines) {
    return (number, line, refusal) -> {
      lines.add(
          refusal == null
              ? new String(line, StandardCharsets.UTF_8)
              : "(too long: " + number + ")");
      assertThat(number).isEqualTo(lines.size());
    };
  }

  private static String text(SplittableRandom random, int length) {
    int[] points = LETTERS.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.toString();
  }

  private static String object(SplittableRandom random) {
    String[] names = {"id", "delay", "max", "leases", "ids", "payload", "priority", "wait", "tags"};
    String[] values = {"1", "-1", "1e99", "\"1s\"", "\"x\"", "[]", "[\"a\"]", "{}", "null", "true"};
    StringBuilder object = new StringBuilder("{");
    for (int i = random.nextInt(4); i >= 0; i--) {
      object.append('"').append(names[random.nextInt(names.length)]).append("\":");
      object.append(values[random.nextInt(values.length)]).append(i == 0 ? "}" : ",");
    }
    return object.toString();
  }
}
