package io.duetime.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobInfo;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One process at a time hands an ordered queue over, and the next one keeps the order. */
class OrderedHandOverTest {
  private static final int GUARD_SECONDS = 60;

  private final Duetime duetime = Duetime.open("memory:");
  private final JobQueue<byte[]> queue = duetime.queue("orders", Codec.bytes());
  private final JobQueue<byte[]> batons = duetime.queue("batons", Codec.bytes());
  private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    duetime.close();
  }

  private CompletionStage<?> publish(JobInfo<byte[]> job) {
    sent.add(job.id() + ":" + job.attempt());
    return CompletableFuture.completedStage("confirmed");
  }

  private HandOver start() {
    return HandOver.of(queue, this::publish)
        .orderBy(MessageTemplate.parse("orderBy", "{header.key}"), batons)
        .start();
  }

  private void schedule(String id) {
    queue.schedule(
        JobRequest.builder(new byte[0])
            .id(id)
            .header("key", "k")
            .dueAt(Instant.now())
            .retry(RetryPolicy.fixed(5, Duration.ofHours(1)))
            .build());
  }

  private List<String> sent(int messages) throws InterruptedException {
    List<String> some = new ArrayList<>();
    while (some.size() < messages) {
      String next = sent.poll(GUARD_SECONDS, TimeUnit.SECONDS);
      assertThat(next).as("after %s", some).isNotNull();
      some.add(next);
    }
    return some;
  }

  @Test
  void jobsArriveInOrderAndTheNextProcessTakesOver() throws Exception {
    for (int i = 0; i < 5; i++) {
      schedule("a" + i);
    }
    HandOver first = start();
    assertThat(sent(5)).containsExactly("a0:1", "a1:1", "a2:1", "a3:1", "a4:1");

    try (HandOver second = start()) {
      schedule("b0");
      assertThat(sent(1)).containsExactly("b0:1");
      first.close();
      schedule("b1");
      assertThat(sent(1)).containsExactly("b1:1");
      assertThat(second.status().state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }
  }

  @Test
  void whatACrashedProcessHadBegunGoesFirst() throws Exception {
    schedule("a0");
    schedule("a1");
    schedule("a2");
    // A crashed process: its lease ends, and the next attempt is due in an hour.
    assertThat(queue.claimById(List.of("a1"), Duration.ofSeconds(2))).hasSize(1);
    List<Lease<byte[]>> failed = queue.claimById(List.of("a0"), Duration.ofSeconds(30));
    failed.get(0).retry("the process stopped");

    try (HandOver handOver = start()) {
      assertThat(sent(3)).containsExactly("a0:2", "a1:2", "a2:1");
      assertThat(handOver.status().state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }
    assertThat(queue.counts().waiting()).isZero();
  }
}
