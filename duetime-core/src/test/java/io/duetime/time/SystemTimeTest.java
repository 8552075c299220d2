package io.duetime.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.TimeSource;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Timeout(60)
class SystemTimeTest {
  @Test
  void aTaskRunsOnTheTimersThreadAndNotTooEarly() throws InterruptedException {
    try (SystemTime time = new SystemTime()) {
      BlockingQueue<Long> ranAt = new LinkedBlockingQueue<>();
      BlockingQueue<String> thread = new LinkedBlockingQueue<>();
      long from = time.nanoTime();

      TimeSource.Timer timer =
          time.after(
              Duration.ofMillis(20),
              () -> {
                ranAt.add(time.nanoTime());
                thread.add(Thread.currentThread().getName());
              });

      assertThat(ranAt.take() - from).isGreaterThanOrEqualTo(20_000_000);
      assertThat(thread.take()).isEqualTo("duetime-timer-1");
      timer.cancel();
    }
  }

  @Test
  void aTaskThatFailsDoesNotEndTheTimer() throws InterruptedException {
    try (SystemTime time = new SystemTime()) {
      CountDownLatch ran = new CountDownLatch(1);
      time.after(
          Duration.ZERO,
          () -> {
            throw new IllegalStateException("on purpose");
          });
      time.after(Duration.ofMillis(1), ran::countDown);

      ran.await();
    }
  }

  @Test
  void aClosedTimerForgetsWhatIsToComeAndRefusesNothing() {
    SystemTime time = new SystemTime();
    CompletableFuture<String> ran = new CompletableFuture<>();
    time.close();

    TimeSource.Timer timer = time.after(Duration.ZERO, () -> ran.complete("ran"));
    timer.cancel();
    time.close();

    assertThat(ran).isNotDone();
  }

  @Test
  void waitingEndsHoweverTheFutureDoes() throws InterruptedException {
    try (SystemTime time = new SystemTime()) {
      CompletableFuture<Integer> cancelled = new CompletableFuture<>();
      cancelled.cancel(true);

      time.await(CompletableFuture.completedFuture(1));
      time.await(CompletableFuture.failedFuture(new IllegalStateException()));
      time.await(cancelled);

      assertThat(cancelled).isCancelled();
    }
  }

  @Test
  void poolThreadsAreNamedAfterTheirDuty() throws InterruptedException {
    ExecutorService pool = Threads.pool("duetime-orders-1", 2);
    CountDownLatch both = new CountDownLatch(2);
    BlockingQueue<String> names = new LinkedBlockingQueue<>();
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> {
        names.add(Thread.currentThread().getName());
        both.countDown();
        awaitQuietly(both);
      });
    }
    both.await();
    pool.shutdown();

    assertThat(names).containsExactlyInAnyOrder("duetime-orders-1-1", "duetime-orders-1-2");
  }

  @Test
  void whatComesAfterTheEndOfAnElasticPoolRunsAllTheSame() {
    ExecutorService pool = Threads.elastic("x");
    pool.shutdown();
    CompletableFuture<String> ran = new CompletableFuture<>();

    pool.execute(() -> ran.complete(Thread.currentThread().getName()));

    assertThat(ran).isCompletedWithValue(Thread.currentThread().getName());
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreadsAreUsedWhereThereAreAny() throws InterruptedException {
    ExecutorService pool = Threads.virtual("duetime-orders-1").orElseThrow();
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    pool.execute(() -> seen.add(Thread.currentThread().toString()));

    assertThat(seen.take()).contains("VirtualThread").contains("duetime-orders-1-1");
    pool.shutdown();
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_20)
  void olderJvmsHaveNone() {
    assertThat(Threads.virtual("x")).isEmpty();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
