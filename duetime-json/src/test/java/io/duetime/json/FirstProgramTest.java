package io.duetime.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.OutcomeUnknownException;
import io.duetime.Worker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The first program of the documentation. */
@Timeout(60)
class FirstProgramTest {
  record CloseOrder(int order) {}

  private final CompletableFuture<CloseOrder> closed = new CompletableFuture<>();
  private final Thread program = Thread.currentThread();

  private void run() {
    try (Duetime duetime = Duetime.open("memory:")) {
      JobQueue<CloseOrder> orders = duetime.queue("order-timeouts", JsonCodec.of(CloseOrder.class));

      orders.schedule("order-42", new CloseOrder(42), Duration.ofMinutes(30));
      orders.reschedule("order-42", Duration.ofMinutes(45));
      orders.cancel("order-42");

      orders.schedule("order-43", new CloseOrder(43), Duration.ofMillis(50));

      try (Worker worker = orders.worker(job -> close(job.payload())).concurrency(16).start()) {
        worker.awaitStopped();
      }
    }
  }

  private void close(CloseOrder order) {
    closed.complete(order);
    program.interrupt();
  }

  @Test
  void runsTheJobThatWasNotCancelledAndEndsWhenInterrupted() throws Exception {
    assertThatThrownBy(this::run).isInstanceOf(OutcomeUnknownException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(closed.get(1, TimeUnit.SECONDS)).isEqualTo(new CloseOrder(43));
  }
}
