package io.duetime.client;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.Worker;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Watcher;
import io.duetime.memory.MemoryEngine;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker that waits while its server answers everything but the stream of signals. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RefusedStreamTest {
  @Test
  void aJobThatIsScheduledIntoAWaitingQueueRuns() throws InterruptedException {
    DeafStore store = new DeafStore();
    CountDownLatch ran = new CountDownLatch(1);
    try (store;
        ServedStore server = new ServedStore(store);
        Duetime duetime = Duetime.open(server.uri())) {
      Worker worker =
          duetime.queue("orders", Codec.string()).worker(job -> ran.countDown()).start();
      store.claimed.await();

      store.schedule("orders", List.of(job()), Durability.NONE).toCompletableFuture().join();

      ran.await();
      worker.close();
    }
  }

  private static JobSpec job() {
    return JobSpec.builder("a", JobBody.of(new byte[0]), DueTime.after(0)).build();
  }

  /** Refuses to watch, and tells when a queue has been found empty. */
  private static final class DeafStore extends ForwardingEngine {
    final CountDownLatch claimed = new CountDownLatch(1);

    DeafStore() {
      super(new MemoryEngine(InstantSource.system()));
    }

    @Override
    public Watcher.Subscription watch(String queue, Watcher watcher) {
      throw new IllegalStateException("no signals");
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request).whenComplete((empty, failure) -> claimed.countDown());
    }
  }
}
