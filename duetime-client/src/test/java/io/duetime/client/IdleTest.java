package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.Worker;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Operation;
import io.duetime.memory.MemoryEngine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker over HTTP asks its server while it has nothing to do. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class IdleTest {
  private static final Duration QUIET = Duration.ofSeconds(6);

  /** What the server asks by itself every 5 s, to tell problems. */
  private static final Set<Operation> JUDGING =
      Set.of(Operation.DOCUMENTS, Operation.NOW, Operation.QUEUES, Operation.COUNTS);

  /** What the server asks every 5 s to store what the process tells of its workers. */
  private static final Set<Operation> PRESENCE =
      Set.of(Operation.DOCUMENT, Operation.PUT_DOCUMENT, Operation.DELETE_DOCUMENT);

  @Test
  void aWaitingWorkerAsksWhenAJobIsDueAndNotBefore() throws InterruptedException {
    Recorder store = new Recorder();
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(2);
    try (ServedStore server = new ServedStore(store);
        Duetime duetime = Duetime.open(server.uri())) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      Worker worker =
          queue
              .worker(job -> {
                first.countDown();
                second.countDown();
              })
              .start();
      queue.schedule("first", "x", Duration.ZERO);
      first.await();
      queue.schedule("second", "x", QUIET);
      store.calls.clear();
      second.await();
      List<Operation> calls = List.copyOf(store.calls);
      worker.close();

      // The first job is acked and claimed after; the second is claimed when it is due. Asking
      // every second would be six claims.
      assertThat(calls)
          .filteredOn(call -> !JUDGING.contains(call) && !PRESENCE.contains(call))
          .hasSizeLessThanOrEqualTo(5)
          .doesNotContain(Operation.MAINTAIN);
      assertThat(calls).filteredOn(Operation.CLAIM::equals).hasSizeLessThanOrEqualTo(3);
    }
  }

  /** Notes the calls to a store in memory. */
  private static final class Recorder extends ForwardingEngine {
    final List<Operation> calls = new CopyOnWriteArrayList<>();

    Recorder() {
      super(new MemoryEngine(InstantSource.system()));
    }

    @Override
    protected <T> CompletionStage<T> around(
        Operation operation, Supplier<CompletionStage<T>> call) {
      calls.add(operation);
      return call.get();
    }
  }
}
