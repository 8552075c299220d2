package io.duetime.server.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.Scheduled;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.runtime.EngineOpener;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quota of a queue that two servers use for the first time at once, in Redis. */
class SharedQuotasTest {
  @TempDir private Path folder;
  private final SystemTime time = new SystemTime();
  private final String uri = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
  private List<Engine> servers;

  @BeforeEach
  void twoServers() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("quotas.yml"), "quotas: [{queues: '*', maxWaiting: 10}]\n");
    servers = List.of(new QuotaEngine(open(), file, time), new QuotaEngine(open(), file, time));
  }

  @AfterEach
  void close() {
    servers.forEach(Engine::close);
    time.close();
  }

  @Test
  void exactlyAsManyJobsAsTheQuotaAllowsAreTaken() {
    List<CompletableFuture<Scheduled>> calls =
        IntStream.range(0, 100).mapToObj(i -> schedule(servers.get(i % 2), "job-" + i)).toList();

    assertThat(calls.stream().map(CompletableFuture::join))
        .filteredOn(result -> result.refusal() == null)
        .hasSize(10);
    assertThat(servers.get(0).counts("q").toCompletableFuture().join().now().waiting())
        .isEqualTo(10);
  }

  private Engine open() {
    return EngineOpener.open(uri, new EngineContext(time, Map.of()));
  }

  private static CompletableFuture<Scheduled> schedule(Engine server, String id) {
    JobSpec job = JobSpec.builder(id, JobBody.of(new byte[0]), DueTime.after(60_000)).build();
    return server
        .schedule("q", List.of(job), Durability.NONE)
        .thenApply(results -> results.get(0))
        .toCompletableFuture();
  }
}
