package io.duetime.server.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.server.cli.fixture.FaultyDoor;
import io.duetime.server.cli.fixture.Shell;
import io.duetime.server.cli.fixture.Shell.Result;
import io.duetime.server.cli.remote.ServerOptions;
import io.duetime.server.json.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class BenchCommandTest {
  private static final List<String> SMALL =
      List.of("--jobs", "250", "--callers", "2", "--per-second", "100", "--seconds", "1");

  @RegisterExtension private final Shell shell = new Shell();
  @TempDir private Path folder;

  @Test
  void itPrintsRatesAndLatenessAndLeavesNothingBehind() {
    Result result = bench();

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out().lines().toList())
        .hasSize(4)
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("250 jobs of 100 bytes, 2 callers, batches of 100"),
            line -> assertThat(line).matches("schedule +[\\d,]+ jobs/s"),
            line -> assertThat(line).matches("claim and ack +[\\d,]+ jobs/s"),
            line ->
                assertThat(line)
                    .matches("lateness at 100/s +p50 \\d+ ms, p99 \\d+ ms, max \\d+ ms"));
    assertThat(shell.run("queues").out()).doesNotContain("bench-");
  }

  @Test
  void itPrintsJson() {
    JsonNode json = StrictJson.MAPPER.readTree(bench("--json").out());

    assertThat(json.path("jobs").asInt()).isEqualTo(250);
    assertThat(json.path("schedulePerSecond").asLong()).isPositive();
    assertThat(json.path("workPerSecond").asLong()).isPositive();
    assertThat(json.at("/lateness/jobs").asInt()).isEqualTo(100);
    assertThat(json.at("/lateness/maxMs").asLong())
        .isGreaterThanOrEqualTo(json.at("/lateness/p50Ms").asLong())
        .isNotNegative();
  }

  @Test
  void itMeasuresAStoreWithAServerOfItsOwn() {
    Result result = bench("--store", "memory:", "--per-second", "0");

    assertThat(result.code()).isZero();
    assertThat(result.out().lines()).hasSize(3);
  }

  @Test
  void aStoreWithTokensIsMeasuredWithTheTokenOfTheCommandLine() {
    String store = "embedded:" + folder + "?lowSpace=0&reserve=0";
    String root =
        shell.run("token", "create", "root", "--grant", "admin", "--store", store).out().strip();

    Result result = bench("--store", store, "--per-second", "0", "--token", root);

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(bench("--store", store).err()).endsWith("(TOKEN_MISSING)\n");
  }

  @Test
  void aJobThatIsRefusedEndsIt() throws IOException {
    try (FaultyDoor door = new FaultyDoor(shell.url())) {
      door.refuses("QUOTA_EXCEEDED", 2);
      BenchCalls calls = new BenchCalls(new ServerOptions().connect(door.url()), "mine", 1);

      assertThatThrownBy(() -> calls.schedule(List.of(Duration.ZERO, Duration.ZERO)))
          .hasMessage("a job was not scheduled: so it is (QUOTA_EXCEEDED)");
      calls.schedule(List.of(Duration.ZERO, Duration.ZERO));
    }
  }

  @Test
  void theFirstJobOfManyIsDueAfterTheLastIsScheduled() {
    assertThat(BenchRun.lead(10_000_000, 100_000)).isEqualTo(Duration.ofSeconds(201));
  }

  @Test
  void itRefusesAQueueThatExists() {
    shell.run("put", "orders", "a", "x", "--delay", "1h");

    assertThat(bench("--queue", "orders").err()).contains("queue orders exists");
    assertThat(shell.run("show", "orders", "a").code()).isZero();
    assertThat(bench("--queue", "mine").code()).isZero();
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    assertThat(bench("--callers", "0").err())
        .startsWith("duetime: --callers is '0'; allowed: 1 to");
    assertThat(bench("--store", "memory:", "--server", shell.url()).code()).isEqualTo(1);
  }

  @Test
  void aPercentileIsTheLeastValueThatSoManyDoNotExceed() {
    List<Long> millis = LongStream.rangeClosed(1, 200).boxed().toList();

    assertThat(Lateness.of(millis)).isEqualTo(new Lateness(200, 100, 198, 200));
    assertThat(Lateness.of(List.of(7L))).isEqualTo(new Lateness(1, 7, 7, 7));
    assertThat(Lateness.of(List.of())).isEqualTo(new Lateness(0, 0, 0, 0));
  }

  private Result bench(String... options) {
    List<String> args = new ArrayList<>(List.of("bench"));
    for (int i = 0; i < SMALL.size(); i += 2) {
      if (!List.of(options).contains(SMALL.get(i))) {
        args.addAll(SMALL.subList(i, i + 2));
      }
    }
    args.addAll(List.of(options));
    return shell.run(args.toArray(String[]::new));
  }
}
