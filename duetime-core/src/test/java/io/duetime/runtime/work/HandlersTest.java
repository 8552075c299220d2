package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HandlersTest {
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final List<String> ran = new ArrayList<>();
  private final List<RejectedExecutionException> refused = new ArrayList<>();

  private Runnable job(String name) {
    return () -> ran.add(name);
  }

  private Handlers shared(int size) {
    return new Handlers(size, HandlerPool.shared(tasks::add), refused::add);
  }

  private void runTask() {
    tasks.remove().run();
  }

  @Test
  void anExecutorOfOthersGetsATaskForEachJob() {
    Handlers handlers = shared(2);
    for (String name : List.of("a", "b", "c")) {
      handlers.add(job(name));
    }

    runTask();
    assertThat(ran).containsExactly("a");
    runTask();
    runTask();

    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(tasks).isEmpty();
  }

  @Test
  void aThreadOfItsOwnGoesOnWithTheNextJob() {
    Handlers handlers = new Handlers(2, new HandlerPool(tasks::add, new NoThreads()), refused::add);
    for (String name : List.of("a", "b", "c")) {
      handlers.add(job(name));
    }

    runTask();

    assertThat(ran).containsExactly("a", "b", "c");
    assertThat(tasks).as("a second thread, which finds nothing to do").hasSize(1);
    runTask();
    handlers.add(job("d"));
    runTask();
    assertThat(ran).endsWith("d");
  }

  @Test
  void aRefusalIsToldAndTheNextJobIsTriedAgain() {
    AtomicInteger calls = new AtomicInteger();
    Handlers handlers =
        new Handlers(
            1,
            HandlerPool.shared(task -> {
              if (calls.getAndIncrement() == 0) {
                throw new RejectedExecutionException("full");
              }
              tasks.add(task);
            }),
            refused::add);

    handlers.add(job("a"));
    assertThat(refused).hasSize(1);
    handlers.add(job("b"));
    runTask();
    runTask();

    assertThat(ran).containsExactly("a", "b");
  }

  @Test
  void neverMoreThanAsManyAsWereAskedForRunAtOnceAndNoJobIsForgotten() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    AtomicInteger running = new AtomicInteger();
    Queue<Integer> seen = new ConcurrentLinkedQueue<>();
    int jobs = 20_000;
    CountDownLatch done = new CountDownLatch(jobs);
    Handlers handlers = new Handlers(4, new HandlerPool(threads, threads), refused::add);
    for (int i = 0; i < jobs; i++) {
      handlers.add(() -> {
        seen.add(running.incrementAndGet());
        running.decrementAndGet();
        done.countDown();
      });
    }

    assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
    handlers.close();

    assertThat(seen).hasSize(jobs).allMatch(now -> now <= 4);
  }

  /** Says that the executor is the worker's own. */
  private static final class NoThreads extends AbstractExecutorService {
    @Override
    public void execute(Runnable command) {
      throw new IllegalStateException("not for tasks");
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
