package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.CancelOutcome;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Explanation;
import io.duetime.Handler;
import io.duetime.Job;
import io.duetime.JobFailed;
import io.duetime.JobQueue;
import io.duetime.JobState;
import io.duetime.QueueConsumer;
import io.duetime.RetryPolicy;
import io.duetime.TimeSource;
import io.duetime.Worker;
import io.duetime.WorkerBuilder;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.duetime.time.SystemTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Workers over the store: what becomes of jobs that cannot begin, whose handlers are interrupted or
 * hang, and that are cancelled while they run. The threads are real, the time of the store is
 * stepped.
 */
public abstract class WorkerContract extends Contract {
  /** No timer ends when the store's time is stepped. Stores that signal are checked 300 × less. */
  private static final ClientContext.Pace PACE =
      new ClientContext.Pace(Duration.ofMillis(1), Duration.ofMillis(20));

  private final ShortTimers time = new ShortTimers();
  private StoreClient client;

  @BeforeEach
  void openClient() {
    time.now = Instant.ofEpochMilli(now());
    ForwardingEngine leftOpen =
        new ForwardingEngine(engine()) {
          @Override
          public void close() {}
        };
    client =
        StoreClient.over(
            leftOpen, Duetime.builder().uri("memory:").name("p").time(time).build(), PACE);
  }

  @AfterEach
  void closeClient() {
    client.close();
    time.system.close();
  }

  private WorkerBuilder<byte[]> worker(Handler<byte[]> handler) {
    return jobs()
        .worker(handler)
        .concurrency(1)
        .lease(Duration.ofSeconds(30))
        .closeLimit(Duration.ZERO);
  }

  private JobQueue<byte[]> jobs() {
    return client.queue(queue.name(), Codec.bytes());
  }

  private void pass(Duration step) {
    advance(step);
    time.now = time.now.plus(step);
  }

  @Test
  void aHandlerWithoutRoomKeepsNoOtherJobWaitingAndSpendsNoAttempt() {
    List<Integer> attempts = new CopyOnWriteArrayList<>();
    List<String> ran = new CopyOnWriteArrayList<>();
    queue.schedule(Jobs.job("busy").retry(RetryPolicy.none()));
    queue.schedule(Jobs.jobs("other-", 5));
    worker(
            job -> {
              if (job.id().equals("busy") && attempts.size() < 5) {
                attempts.add(job.attempt());
                throw JobFailed.notBegun("no room", Duration.ofSeconds(10));
              }
              ran.add(job.id() + " attempt " + job.attempt());
            })
        .start();

    for (int i = 1; i <= 5; i++) {
      int tries = i;
      SignalAwaiter.until("try " + i, () -> attempts.size() == tries);
      SignalAwaiter.until("the others", () -> ran.size() == 5);
      SignalAwaiter.until("the release", () -> queue.counts().running() == 0);
      assertThat(queue.get("busy").times().dueAt()).isEqualTo(now() + 10_000);
      pass(Duration.ofSeconds(10));
    }

    SignalAwaiter.until("the end", () -> queue.find("busy").isEmpty());
    assertThat(attempts).containsOnly(1).hasSize(5);
    assertThat(ran).hasSize(6).endsWith("busy attempt 1");
    assertThat(queue.counts().dead()).isZero();
  }

  @Test
  void deploymentsUseUpNoAttempts() {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    long due = queue.get("a").times().dueAt();
    for (int i = 1; i <= 3; i++) {
      CountDownLatch begun = new CountDownLatch(1);
      Worker worker =
          worker(
                  job -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                  })
              .start();
      SignalAwaiter.until("the handler", () -> begun.getCount() == 0);

      worker.close();

      assertThat(queue.state("a")).isEqualTo(JobState.READY);
      assertThat(queue.get("a").times().dueAt()).isEqualTo(due);
      assertThat(queue.get("a").history())
          .hasSize(i)
          .extracting(AttemptRecord::outcome)
          .containsOnly(AttemptRecord.Outcome.INTERRUPTED);
    }

    AtomicReference<Integer> attempt = new AtomicReference<>();
    worker(job -> attempt.set(job.attempt())).start();

    SignalAwaiter.until("the end", () -> queue.find("a").isEmpty());
    assertThat(attempt).hasValue(1);
    assertThat(queue.events().acked()).isEqualTo(1);
    assertThat(queue.counts().dead()).isZero();
  }

  @Test
  void aHandlerKnowsOfItsCancelWithoutWaitingForMoreThanASecond() {
    AtomicReference<Job<byte[]>> running = new AtomicReference<>();
    queue.schedule(Jobs.job("a"));
    worker(
            job -> {
              running.set(job);
              job.whenCancelRequested().toCompletableFuture().join();
              throw new IllegalStateException("stopped early");
            })
        .start();
    SignalAwaiter.until("the handler", () -> running.get() != null);

    assertThat(queue.cancel("a")).isEqualTo(CancelOutcome.RUNNING);

    SignalAwaiter.until("the cancel", () -> running.get().isCancelRequested());
    assertCancelled();
  }

  @Test
  void aHandlerIsInterruptedByACancelWhereItsWorkerAsksForThat() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    queue.schedule(Jobs.job("a"));
    worker(
            job -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException cancelled) {
                interrupted.countDown();
                throw cancelled;
              }
            })
        .interruptOnCancel(true)
        .start();
    SignalAwaiter.until("the handler", () -> begun.getCount() == 0);

    assertThat(jobs().cancel("a")).isEqualTo(CancelOutcome.RUNNING);

    SignalAwaiter.until("the interrupt", () -> interrupted.getCount() == 0);
    assertCancelled();
  }

  @Test
  void aDueJobSaysThatBothHandlersOfItsWorkerAreBusyAndWithWhat() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    queue.schedule(Jobs.jobs("long-", 2));
    worker(
            job -> {
              begun.incrementAndGet();
              end.await();
            })
        .name("w-1")
        .concurrency(2)
        .lease(Duration.ofMinutes(10))
        .start();
    SignalAwaiter.until("both handlers", () -> begun.get() == 2);
    queue.schedule(Jobs.job("next"));

    pass(Duration.ofMinutes(2));

    Explanation busy = queue.explain("next");
    assertThat(busy.why()).isEqualTo(Explanation.Why.HANDLERS_BUSY);
    assertThat(busy.details())
        .containsEntry("consumers", "w-1@p")
        .containsEntry("jobs", "long-0000, long-0001");
    assertThat(Answers.of(engine().consumers(queue.name())))
        .filteredOn(consumer -> consumer.running() > 0)
        .singleElement()
        .returns("w-1@p", QueueConsumer::name)
        .returns(2L, QueueConsumer::running);
    end.countDown();
    SignalAwaiter.until("the end of all", () -> queue.events().acked() == 3);
  }

  @Test
  void otherJobsRunInPlaceOfHandlersThatIgnoreTheirInterrupt() {
    CountDownLatch end = new CountDownLatch(1);
    queue.schedule(Jobs.jobs("hang-", 2));
    Worker worker =
        worker(
                job -> {
                  if (job.id().startsWith("hang")) {
                    awaitStubbornly(end);
                  }
                })
            .concurrency(2)
            .maxRunTime(Duration.ofMillis(10))
            .abandonAfter(Duration.ofMillis(10))
            .start();
    SignalAwaiter.until("both", () -> worker.abandoned().size() == 2);

    queue.schedule(Jobs.job("next"));

    SignalAwaiter.until("the next job", () -> queue.events().acked() == 1);
    assertThat(worker.abandoned()).containsExactlyInAnyOrder("hang-0000", "hang-0001");
    assertThat(worker.isStuck()).isFalse();
    end.countDown();
  }

  private static void awaitStubbornly(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException ignored) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void assertCancelled() {
    SignalAwaiter.until("the end", () -> queue.counts().running() == 0);
    assertThat(queue.find("a")).isEmpty();
    assertThat(queue.events().cancelled()).isEqualTo(1);
    assertThat(queue.events().retried()).isZero();
  }

  /**
   * Real time with timers of at most a second; longer ones never end. So what happens did not wait
   * for the extension of a lease, which is due after ten. The wall clock is the store's.
   */
  private static final class ShortTimers implements TimeSource {
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final SystemTime system = new SystemTime();
    private volatile Instant now = Instant.EPOCH;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public long nanoTime() {
      return system.nanoTime();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
      return delay.compareTo(LONGEST) > 0 ? () -> {} : system.after(delay, task);
    }

    @Override
    public void await(CompletableFuture<?> future) throws InterruptedException {
      system.await(future);
    }
  }
}
