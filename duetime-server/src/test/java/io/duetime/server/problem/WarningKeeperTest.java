package io.duetime.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.memory.MemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WarningKeeperTest {
  private Verdict verdict = Verdict.OK;
  private List<String> checks = List.of("disk space");
  private final Engine memory = new MemoryEngine(() -> Instant.parse("2026-11-20T07:00:00Z"));
  private final Engine engine =
      new ForwardingEngine(memory) {
        @Override
        public CompletionStage<List<Finding>> selfCheck() {
          return CompletableFuture.completedStage(
              checks.stream()
                  .map(check -> new Finding(check, verdict, "now " + verdict, "free some"))
                  .toList());
        }
      };
  private final WarningKeeper first = new WarningKeeper(engine);
  private final WarningKeeper second = new WarningKeeper(engine);

  @AfterEach
  void close() {
    memory.close();
  }

  @Test
  void aWarningIsNotedOnceByHoweverManyServersAndAgainWhenItIsOver() {
    look();
    assertThat(stored()).isEmpty();

    verdict = Verdict.WARNING;
    look();
    Document warning = stored().get(0);
    look();
    assertThat(stored()).extracting(Document::version).containsExactly(warning.version());
    assertThat(json(warning))
        .isEqualTo(
            "{\"check\":\"disk space\",\"verdict\":\"WARNING\",\"message\":\"now WARNING\","
                + "\"remedy\":\"free some\",\"since\":\"2026-11-20T07:00:00.000Z\"}");

    verdict = Verdict.UNKNOWN;
    look();
    assertThat(stored()).extracting(Document::version).containsExactly(warning.version());

    verdict = Verdict.OK;
    look();
    assertThat(stored()).hasSize(1);
    assertThat(stored().get(0).version()).isGreaterThan(warning.version());
    assertThat(json(stored().get(0))).contains("\"verdict\":\"OK\"");
  }

  @Test
  void aWarningOfWhatIsNoLongerCheckedIsOver() {
    verdict = Verdict.FAILURE;
    look();

    checks = List.of("replicas");
    verdict = Verdict.OK;
    look();

    assertThat(stored())
        .singleElement()
        .satisfies(warning ->
            assertThat(json(warning))
                .contains("\"check\":\"disk space\",\"verdict\":\"OK\"", "no longer checked"));
  }

  private void look() {
    first.runOnce().toCompletableFuture().join();
    second.runOnce().toCompletableFuture().join();
  }

  private static String json(Document warning) {
    return new String(warning.content(), StandardCharsets.UTF_8);
  }

  private List<Document> stored() {
    return first.stored().toCompletableFuture().join();
  }
}
