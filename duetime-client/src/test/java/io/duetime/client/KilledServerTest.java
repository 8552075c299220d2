package io.duetime.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
import io.duetime.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A producer and a worker over HTTP while their server is killed and started again, twice. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Tag("full")
class KilledServerTest {
  private static final int JOBS = 600;
  private static final int CONCURRENCY = 4;
  private static final String LAST = "last";
  private static final Duration BETWEEN = Duration.ofMillis(5);

  @TempDir private Path folder;

  @Test
  void everyJobRunsAndNoneTooEarlyOrAfterItsAckWasAnswered() throws Exception {
    Observer seen = new Observer();
    try (ServerProcess server = new ServerProcess(folder);
        Duetime duetime =
            Duetime.builder().uri(server.uri()).listener(seen).name("killed").open()) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      Worker worker =
          queue.worker(seen::run).concurrency(CONCURRENCY).lease(Duration.ofSeconds(2)).start();
      CompletableFuture<Void> produced = CompletableFuture.runAsync(() -> produce(queue));
      seen.first.await();
      server.killAndStart();
      seen.half.await();
      server.killAndStart();
      produced.join();
      seen.all.await();
      // The waiting worker learns of it by the stream that it has opened again.
      queue.schedule(LAST, "x", Duration.ZERO);
      seen.last.await();
      worker.close();
    }

    assertThat(seen.early).isEmpty();
    assertThat(seen.ranAfterTheirAck).isEmpty();
    assertThat(seen.ran).hasSize(JOBS);
  }

  /** Schedules every job, again if it is not known whether that was done. */
  private static void produce(JobQueue<String> queue) {
    Instant begin = Instant.now();
    for (int i = 0; i < JOBS; i++) {
      Instant dueAt = begin.plus(BETWEEN.multipliedBy(i));
      for (boolean done = false; !done; ) {
        try {
          queue.schedule("job-" + i, "x", dueAt);
          done = true;
        } catch (RetryableException | OutcomeUnknownException again) {
          done = false;
        }
      }
    }
  }

  private static final class Observer implements JobListener {
    final Set<String> ran = ConcurrentHashMap.newKeySet();
    final Set<String> early = ConcurrentHashMap.newKeySet();
    final Set<String> acked = ConcurrentHashMap.newKeySet();
    final Set<String> ranAfterTheirAck = ConcurrentHashMap.newKeySet();
    final CountDownLatch first = new CountDownLatch(JOBS / 8);
    final CountDownLatch half = new CountDownLatch(JOBS / 2);

    // Of runs, not of acks: the answer to an ack that the store has kept is lost with its server.
    final CountDownLatch all = new CountDownLatch(JOBS);

    final CountDownLatch last = new CountDownLatch(1);

    void run(Job<String> job) {
      if (job.id().equals(LAST)) {
        last.countDown();
        return;
      }
      if (Instant.now().isBefore(job.dueAt())) {
        early.add(job.id());
      }
      if (acked.contains(job.id())) {
        ranAfterTheirAck.add(job.id());
      }
      if (ran.add(job.id())) {
        all.countDown();
      }
      first.countDown();
      half.countDown();
    }

    @Override
    public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
      if (outcome == SettleOutcome.ACKED) {
        acked.add(job.id());
      }
    }
  }
}
