package io.duetime.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.runtime.EngineOpener;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that judges a store tells what only the process of an application knows. */
@Tag("full")
class HungHandlerOfAnotherProcessTest {
  private final String uri = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
  private final SystemTime time = new SystemTime();
  private final Engine engine = EngineOpener.open(uri, new EngineContext(time, Map.of()));
  private final ProblemKeeper server = new ProblemKeeper(engine, time);
  private final CountDownLatch hang = new CountDownLatch(1);

  @AfterEach
  void close() {
    hang.countDown();
    engine.close();
    time.close();
  }

  @Test
  void itIsToldWithItsJob() throws InterruptedException {
    try (Duetime application = Duetime.open(uri)) {
      JobQueue<String> queue = application.queue("orders", Codec.string());
      CountDownLatch begun = new CountDownLatch(1);
      queue
          .worker(job -> {
            begun.countDown();
            awaitUninterruptibly();
          })
          .with(settings ->
              settings
                  .maxRunTime(Duration.ofMillis(100))
                  .abandonAfter(Duration.ofMillis(100))
                  .closeLimit(Duration.ZERO))
          .start();
      queue.schedule(JobRequest.builder("payload").id("j").build());
      begun.await();

      while (server.last().count(StoreProblem.Kind.HANDLERS_ABANDONED) == 0) {
        server.runOnce().toCompletableFuture().join();
      }
      StoreProblem told = server.last().problems().get(0);
      assertThat(told.queue()).isEqualTo("orders");
      assertThat(told.details()).containsEntry("abandoned", "1").containsEntry("jobIds", "j");
      assertThat(server.present()).hasSize(1);
      hang.countDown();
    }
  }

  private void awaitUninterruptibly() {
    while (hang.getCount() > 0) {
      try {
        hang.await();
      } catch (InterruptedException ignored) {
        // A handler that hangs.
      }
    }
  }
}
