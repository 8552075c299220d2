package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.QueueConsumer;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Handlers that were abandoned are told by {@code explain} and {@code consumers}. */
public abstract class AbandonedContract extends Contract {
  private static final Duration SOON = Duration.ofMillis(50);

  private final CountDownLatch hang = new CountDownLatch(1);
  private StoreClient application;

  @BeforeEach
  final void hangTwice() {
    queue.schedule(Jobs.job("a"));
    queue.schedule(Jobs.job("b"));
    application = open("app");
    application
        .queue(queue.name(), Codec.bytes())
        .worker(job -> awaitUninterruptibly())
        .with(settings ->
            settings
                .name("w")
                .concurrency(1)
                .maxRunTime(SOON)
                .abandonAfter(SOON)
                .closeLimit(Duration.ZERO))
        .start();
  }

  private StoreClient open(String name) {
    Engine open =
        new ForwardingEngine(engine()) {
          @Override
          public void close() {}
        };
    return StoreClient.over(
        open, Duetime.builder().uri("memory:").name(name).build(), ClientContext.Pace.NORMAL);
  }

  @AfterEach
  final void end() {
    hang.countDown();
    application.close();
  }

  private void awaitUninterruptibly() {
    while (hang.getCount() > 0) {
      try {
        hang.await();
      } catch (InterruptedException ignored) {
        // A handler that hangs.
      }
    }
  }

  @Test
  void theirProcessTellsThemAtOnceAndThatADueJobWaitsForThem() {
    assertTold(application);
  }

  @Test
  void otherProcessesTellThemWithinSeconds() {
    assumeTrue(engine().capabilities().shared(), "only one process can use the store");
    try (StoreClient other = open("other")) {
      assertTold(other);
    }
  }

  private void assertTold(StoreClient teller) {
    List<QueueConsumer> told =
        SignalAwaiter.until(
            () -> teller.admin(queue.name()).consumers(),
            consumers -> consumers.stream().anyMatch(one -> one.abandoned() == 2));
    queue.schedule(Jobs.job("c"));

    Explanation waits =
        SignalAwaiter.until(() -> explain(teller, "c"), one -> one.why() == Why.HANDLERS_BUSY);

    assertThat(told)
        .singleElement()
        .satisfies(one -> {
          assertThat(one.name()).isEqualTo("w@app");
          assertThat(one.abandonedJobs()).containsExactly("a", "b");
        });
    assertThat(waits.details().get("abandoned")).matches("2 of w@app since 2.*Z: a, b");
    assertThat(explain(teller, "a").details()).containsKey("abandoned");
    queue.schedule(Jobs.job("later", Duration.ofHours(1)));
    assertThat(explain(teller, "later").details()).doesNotContainKey("abandoned");
  }

  private Explanation explain(StoreClient teller, String id) {
    return teller.queue(queue.name(), Codec.bytes()).explain(id);
  }
}
