package io.duetime.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryableException;
import io.duetime.Worker;
import io.duetime.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same with the system's clock and real threads. */
@Timeout(120)
class RealTimeTest {
  private final Duetime duetime = Duetime.open("memory:");
  private final JobQueue<String> orders = duetime.queue("orders", Codec.string());

  @Test
  void everyJobOfManyProducersIsRunOnceByManyWorkers() throws InterruptedException {
    int producers = 4;
    int each = 2_000;
    Set<String> ran = ConcurrentHashMap.newKeySet();
    BlockingQueue<String> twice = new LinkedBlockingQueue<>();
    CountDownLatch all = new CountDownLatch(producers * each);
    for (int i = 0; i < 3; i++) {
      orders
          .worker(job -> {
            if (!ran.add(job.id())) {
              twice.add(job.id());
            }
            all.countDown();
          })
          .concurrency(4)
          .claimers(2)
          .start();
    }
    for (int p = 0; p < producers; p++) {
      String name = "p" + p + "-";
      new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  orders.schedule(name + i, "x", Duration.ofMillis(i % 50));
                }
              })
          .start();
    }

    all.await();
    duetime.close();

    assertThat(ran).hasSize(producers * each);
    assertThat(twice).isEmpty();
  }

  @Test
  void nothingRunsBeforeItsTime() throws InterruptedException {
    BlockingQueue<Long> earliness = new LinkedBlockingQueue<>();
    CountDownLatch all = new CountDownLatch(200);
    orders
        .worker(job -> {
          earliness.add(job.dueAt().toEpochMilli() - System.currentTimeMillis());
          all.countDown();
        })
        .start();
    for (int i = 0; i < 200; i++) {
      orders.schedule("" + i, "x", Duration.ofMillis(i));
    }
    all.await();
    duetime.close();

    assertThat(earliness).allMatch(early -> early <= 0);
  }

  @Test
  void handlersRunOnPlatformThreadsOfThePoolWhereAsked() throws InterruptedException {
    BlockingQueue<String> threads = new LinkedBlockingQueue<>();
    orders
        .worker(job -> threads.add(Thread.currentThread().getName()))
        .with(settings -> settings.threads(WorkerSettings.HandlerThreads.PLATFORM))
        .name("closer")
        .start();
    orders.schedule("a", "x", Duration.ZERO);

    assertThat(threads.take()).isEqualTo("duetime-closer-1");
    duetime.close();
  }

  @Test
  void anInterruptEndsABlockingClaimAndIsRestored() throws InterruptedException {
    BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
    Thread waiting =
        new Thread(() -> {
          try {
            orders.claim(1, Duration.ofSeconds(30), Duration.ofHours(1));
          } catch (RetryableException ended) {
            seen.add(ended.code() + " " + Thread.currentThread().isInterrupted());
          }
        });
    waiting.start();
    waiting.interrupt();

    assertThat(seen.take()).isEqualTo("INTERRUPTED true");
    orders.schedule("a", "x", Duration.ZERO);
    assertThat(orders.claim(1, Duration.ofSeconds(30), Duration.ofMinutes(1))).hasSize(1);
    duetime.close();
  }

  @Test
  void completionsRunOnThreadsThatMayBlock() throws InterruptedException {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    orders
        .async()
        .claim(1, Duration.ofSeconds(30), Duration.ofMinutes(1))
        .thenAccept(leases -> {
          // A call that blocks, where a completion of the engine must not.
          leases.get(0).ack();
          seen.add(Thread.currentThread().getName());
        });
    orders.schedule("a", "x", Duration.ofMillis(20));

    assertThat(seen.take()).startsWith("duetime-callback-");
    duetime.close();
  }

  @Test
  void waitingClaimsOfManyThreadsAreAllServed() throws InterruptedException {
    CountDownLatch served = new CountDownLatch(50);
    for (int i = 0; i < 50; i++) {
      new Thread(
              () -> {
                if (orders.claim(1, Duration.ofSeconds(30), Duration.ofMinutes(1)).size() == 1) {
                  served.countDown();
                }
              })
          .start();
    }
    List<JobRequest<String>> jobs = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      jobs.add(JobRequest.builder("x").delay(Duration.ofMillis(10)).build());
    }
    orders.scheduleAll(jobs);

    served.await();
    duetime.close();
  }

  @Test
  void aClosedStoreRefusesCallsAndItsWorkersHaveStopped() {
    Worker worker = orders.worker(job -> {}).start();

    duetime.close();

    worker.awaitStopped();
    assertThatThrownBy(() -> orders.schedule("a", "x", Duration.ZERO))
        .hasMessageContaining("closed");
  }

  @Test
  void aHandlerThatOutlastsItsStoreStillEndsItsWorker() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Worker worker =
        orders
            .worker(job -> {
              begun.countDown();
              awaitInSpiteOfInterrupts(mayEnd);
            })
            .with(
                settings -> settings.lease(Duration.ofSeconds(2)).closeLimit(Duration.ofMillis(1)))
            .start();
    orders.schedule("a", "x", Duration.ZERO);
    begun.await();

    duetime.close();
    mayEnd.countDown();

    assertThat(worker.awaitStopped(Duration.ofMinutes(1))).isTrue();
  }

  private static void awaitInSpiteOfInterrupts(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException ignored) {
        // A handler that does not listen.
      }
    }
  }
}
