package io.duetime.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.command.QueueList.TopOrder;
import io.duetime.cli.command.TopScreen.MinuteLines;
import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.cli.terminal.Screen;
import io.duetime.server.json.JsonTrees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class TopTest {
  @RegisterExtension private final Shell shell = new Shell();

  @Test
  void aKeySortsTheQueues() {
    shell.run("put", "a", "1", "x", "--delay", "1h");
    shell.run("put", "b", "1", "x");

    Result top = shell.run("rq", shell.url(), true, "top");

    List<String> rows =
        top.out()
            .lines()
            .map(line -> line.replaceAll("\u001b\\[[?0-9]*[A-Za-z]", ""))
            .filter(line -> line.matches("[ab] +\\d.*"))
            .map(line -> line.substring(0, 1))
            .toList();
    assertThat(rows).containsExactly("a", "b", "b", "a");
    // Rates need two readings.
    assertThat(top.out())
        .containsPattern("a +1 +0 +0 +0 +0 +- +- ")
        .containsPattern("a +1 +0 +0 +0 +0 +0 +0 ");
  }

  @Test
  void ordersSortByTheirNumberAndThenByName() {
    JsonNode answer =
        JsonTrees.MAPPER.readTree(
            """
            {"queues":[
              {"queue":"c","counts":{"ready":1,"dead":0},"oldestReady":"2026-01-01T00:00:02Z"},
              {"queue":"b","counts":{"ready":5,"dead":0},"oldestReady":"2026-01-01T00:00:01Z"},
              {"queue":"a","counts":{"ready":0,"dead":0},"oldestReady":null}]}
            """);

    assertThat(names(TopOrder.NAME, answer)).containsExactly("a", "b", "c");
    assertThat(names(TopOrder.READY, answer)).containsExactly("b", "c", "a");
    assertThat(names(TopOrder.DEAD, answer)).containsExactly("a", "b", "c");
    assertThat(names(TopOrder.OLDEST, answer)).containsExactly("b", "c", "a");
  }

  @Test
  void onlyTheQueuesOfTheScreenAreAskedForTheirRates() {
    List<JsonNode> queues =
        IntStream.range(0, 9)
            .mapToObj(i -> JsonTrees.MAPPER.readTree("{\"queue\":\"q" + i + "\"}"))
            .toList();
    List<String> asked = new ArrayList<>();

    List<String> lines =
        TopScreen.rows(
            queues,
            Instant.EPOCH,
            new Screen.Size(5, 80),
            queue -> {
              asked.add(queue);
              return TopScreen.Rates.UNKNOWN;
            });

    assertThat(asked).containsExactly("q0", "q1", "q2");
    assertThat(lines).hasSize(5).last().isEqualTo("and 6 more");
  }

  @Test
  void theNextMinuteIsABarForEachSecondAndTheLastOneIsInNumbers() {
    assertThat(MinuteLines.next(buckets("{\"waiting\":0},{\"waiting\":8},{\"waiting\":1}")))
        .isEqualTo("next minute   █▁ 9 due, 8 in a second at most");
    assertThat(
            MinuteLines.last(buckets("{\"ran\":2000,\"latenessSumMs\":6000,\"latenessMaxMs\":70}")))
        .isEqualTo("last minute  2,000 jobs ran, lateness 3 ms on average, 70 ms at most");
    assertThat(MinuteLines.last(buckets("{\"ran\":0}"))).isEqualTo("last minute  no job ran");
    assertThat(MinuteLines.last(buckets("{\"ran\":0,\"failed\":1200}")))
        .isEqualTo("last minute  no job ran, 1,200 failed");
  }

  private static JsonNode buckets(String items) {
    return JsonTrees.MAPPER.readTree("[" + items + "]");
  }

  private static List<String> names(TopOrder order, JsonNode answer) {
    return order.sorted(answer).stream().map(queue -> queue.path("queue").asString()).toList();
  }
}
