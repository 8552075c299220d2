package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.Main;
import io.duetime.cli.fixture.Shell;
import io.duetime.cli.remote.Remote;
import io.duetime.client.http.ServerUri;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import io.duetime.redis.fixture.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Imports in processes of their own that are killed half-way, while a worker runs what is due. */
@Tag("full")
class KilledImportTest {
  private static final RedisProcess REDIS = RedisProcess.shared();
  private static final int ENTRIES = 40_000;
  private static final int BATCH = 1_000;
  private static final int KILLS = 3;

  @RegisterExtension private final Shell shell = new Shell();
  private final String key = "killed-" + UUID.randomUUID();
  private final Map<String, Integer> runs = new HashMap<>();

  @Test
  void everyEntryRunsOnceHoweverOftenItsImportIsKilled() throws Exception {
    fill();
    int killed = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      Process command = start();
      long enough = (long) ENTRIES * kill / (KILLS + 2);
      try {
        Waiting.until("progress", () -> left() <= ENTRIES - enough || !command.isAlive());
      } finally {
        killed += command.isAlive() ? 1 : 0;
        command.destroyForcibly().waitFor();
      }
      work();
    }
    assertThat(killed).isPositive();
    Process last = start();
    assertThat(last.waitFor()).isZero();
    work();

    System.out.printf(
        "import of a sorted set: %d kills, %d entries, %d without their job, %d that ran twice%n",
        killed,
        ENTRIES,
        ENTRIES - runs.size(),
        runs.values().stream().filter(count -> count > 1).count());
    assertThat(runs).hasSize(ENTRIES);
    assertThat(runs.values()).containsOnly(1);
    assertThat(REDIS.call("KEYS", "*" + key + "*")).isEmpty();
  }

  private void fill() {
    try (RedisTalk redis = RedisTalk.with(REDIS.port())) {
      for (int from = 0; from < ENTRIES; from += BATCH) {
        List<String> words = new ArrayList<>(List.of("ZADD", key));
        for (int i = from; i < from + BATCH; i++) {
          words.add("1700000000");
          words.add("order-" + i);
        }
        redis.call(words.toArray(String[]::new));
      }
    }
  }

  private long left() {
    return Long.parseLong(REDIS.call("ZCARD", key));
  }

  /** Runs all jobs that are due. */
  private void work() {
    String claimed = claim();
    while (!claimed.isEmpty()) {
      claimed = claim();
    }
  }

  private String claim() {
    JsonNode answer = post("claim", Map.of("max", 1000, "lease", "1m"));
    List<String> leases = new ArrayList<>();
    for (JsonNode job : answer.path("jobs")) {
      runs.merge(job.path("id").asString(), 1, Integer::sum);
      leases.add(job.path("lease").asString());
    }
    if (leases.isEmpty()) {
      return "";
    }
    post("ack", Map.of("leases", leases));
    return leases.get(0);
  }

  private JsonNode post(String call, Map<String, ?> body) {
    return new Remote(ServerUri.parse(shell.url(), Map.of()))
        .send("POST", "/v1/queues/q/" + call, body)
        .json();
  }

  private Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("import", "sorted-set", REDIS.uri(), "--key", key, "--into", "q"));
    command.addAll(List.of("--server", shell.url()));
    return new ProcessBuilder(command).inheritIO().start();
  }
}
