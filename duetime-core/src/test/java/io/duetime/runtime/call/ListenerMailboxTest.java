package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.JobQueue;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.ShardId;
import io.duetime.runtime.call.Listeners.ListenerMailbox;
import io.duetime.runtime.claim.ClaimedView;
import io.duetime.time.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener that blocks or falls behind delays no job. */
@Timeout(60)
class ListenerMailboxTest {
  private static final int LIMIT = ListenerMailbox.MOST_WAITING;

  private final VirtualTime time = new VirtualTime(Instant.parse("2026-03-01T06:00:00Z"));
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final Counter counter = new Counter();
  private final Listeners mailbox = new Listeners(List.of(counter), tasks::add, time);

  @Test
  void aListenerThatBlocksForEverDelaysNoJob() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch ran = new CountDownLatch(100);
    try (Duetime duetime =
        Duetime.builder().uri("memory:").listener(new Stuck(blocked, end)).open()) {
      JobQueue<String> queue = duetime.queue("orders", Codec.string());
      queue.worker(job -> ran.countDown()).start();
      for (int i = 0; i < 50; i++) {
        queue.schedule("x", Duration.ZERO);
      }
      blocked.await();
      for (int i = 0; i < 50; i++) {
        queue.schedule("x", Duration.ZERO);
      }

      assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(end.getCount()).isOne();
    } finally {
      end.countDown();
    }
  }

  @Test
  void eventsAreToldInOrderByTheExecutor() {
    mailbox.notify(one -> one.claimed("orders", 1));
    mailbox.notify(one -> one.claimed("orders", 2));
    assertThat(counter.jobs).isZero();

    runTasks();

    assertThat(counter.jobs).isEqualTo(12);
  }

  @Test
  void eventsAboveTheLimitAreDroppedAndOneLineAMinuteIsLogged() {
    String log =
        logged(() -> {
          claims(LIMIT + 5);
          time.advance(Duration.ofMinutes(1));
          claims(5);
        });
    assertThat(log.lines().filter(line -> line.contains("events behind"))).hasSize(2);

    runTasks();
    assertThat(counter.claims).isEqualTo(LIMIT);

    claims(1);
    runTasks();
    assertThat(counter.claims).isEqualTo(LIMIT + 1);
  }

  @Test
  void waitingEventsKeepABoundedSizeOfPayloads() {
    Job<String> job = new LargeJob();
    for (int i = 0; i < 100; i++) {
      mailbox.notify(LargeJob.BYTES, one -> one.finished(job, SettleOutcome.ACKED, Duration.ZERO));
      mailbox.notify(LargeJob.BYTES, one -> one.leaseLost(job));
    }
    mailbox.notify(one -> one.claimed("orders", 0));

    runTasks();

    assertThat(counter.finished).isEqualTo(ListenerMailbox.MOST_BYTES / LargeJob.BYTES);
    assertThat(counter.claims).isOne();
    mailbox.notify(LargeJob.BYTES, one -> one.finished(job, SettleOutcome.ACKED, Duration.ZERO));
    runTasks();
    assertThat(counter.finished).isEqualTo(ListenerMailbox.MOST_BYTES / LargeJob.BYTES + 1);
  }

  private static final class LargeJob extends ClaimedView<String> {
    static final int BYTES = 1 << 20;

    LargeJob() {
      super(
          new ClaimedJob(
              new LeaseToken("orders", ShardId.ONLY, "a", 1),
              new JobBody(new byte[BYTES], null, Map.of()),
              new ClaimedJob.Times(0, 0, 0),
              0,
              new ClaimedJob.Run(1, 1, 0, false)),
          Codec.string());
    }

    @Override
    public boolean isLeaseLost() {
      return false;
    }
  }

  @Test
  void afterTheEndOfTheExecutorEventsAreToldByTheirCaller() {
    Listeners closed =
        new Listeners(
            List.of(counter),
            task -> {
              throw new RejectedExecutionException();
            },
            time);

    closed.notify(one -> one.claimed("orders", 1));

    assertThat(counter.claims).isOne();
  }

  private void claims(int count) {
    for (int i = 0; i < count; i++) {
      mailbox.notify(one -> one.claimed("orders", 0));
    }
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private static String logged(Runnable action) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return log.toString(StandardCharsets.UTF_8);
  }

  private static final class Counter implements JobListener {
    private int claims;
    private int jobs;
    private int finished;

    @Override
    public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
      finished++;
    }

    @Override
    public void leaseLost(Job<?> job) {
      finished++;
    }

    @Override
    public void claimed(String queue, int more) {
      claims++;
      jobs = jobs * 10 + more;
    }
  }

  /** Does not return from the first event that is told to it on a thread of the library. */
  private record Stuck(CountDownLatch blocked, CountDownLatch end) implements JobListener {
    @Override
    public void claimed(String queue, int jobs) {
      block();
    }

    @Override
    public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
      block();
    }

    private void block() {
      blocked.countDown();
      try {
        end.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
