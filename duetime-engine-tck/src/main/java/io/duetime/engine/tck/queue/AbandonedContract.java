package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.QueueConsumer;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.server.Documents.Document;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SignalAwaiter;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.Presence;
import io.duetime.runtime.call.Presence.Working;
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

  @Test
  void aDueJobWaitsForThemIfAllWorkersOfAllConsumersAreStuckOnly() {
    assumeTrue(!engine().capabilities().served(), "processes tell a server by another way");
    TestQueue other = queue("other");
    other.schedule(Jobs.job("c"));
    publish("stuck", other, worker(other, true));
    assertThat(explained(other)).isEqualTo(Why.HANDLERS_BUSY);

    publish("healthy", other, worker(other, false));
    assertThat(explained(other)).as("another worker of the name").isEqualTo(Why.NO_CONSUMER);

    publish("healthy", other, worker(other, true));
    assertThat(explained(other)).isEqualTo(Why.HANDLERS_BUSY);
    other.claim(ClaimRequest.of(1, 1_000).dueBefore(0).by("another@p"));
    assertThat(explained(other)).as("another consumer").isEqualTo(Why.NEXT_IN_TURN);
  }

  private static Working worker(TestQueue of, boolean stuck) {
    return new Working(of.name(), "w", 1, 0, stuck ? 2 : 0, stuck, stuck ? 1 : 0, List.of());
  }

  private void publish(String document, TestQueue of, Working worker) {
    Presence presence = new Presence("p", of.now(), null, List.of(worker), List.of(), 0);
    long version =
        Answers.of(engine().document(Presence.COLLECTION, document))
            .map(Document::version)
            .orElse(Document.ABSENT);
    Answers.of(engine().putDocument(Presence.COLLECTION, document, version, presence.encode()));
  }

  // A new client has read no processes before.
  private Why explained(TestQueue of) {
    try (StoreClient teller = open("teller")) {
      Explanation told = teller.queue(of.name(), Codec.bytes()).explain("c");
      assertThat(told.details().get("abandoned")).matches("[24] of w@p since 1970.*");
      return told.why();
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
          assertThat(one.abandonedJobs()).containsExactlyInAnyOrder("a", "b");
        });
    assertThat(waits.details().get("abandoned")).matches("2 of w@app since 2.*Z: (a, b|b, a)");
    assertThat(explain(teller, "a").details()).containsKey("abandoned");
    queue.schedule(Jobs.job("later", Duration.ofHours(1)));
    assertThat(explain(teller, "later").details()).doesNotContainKey("abandoned");
  }

  private Explanation explain(StoreClient teller, String id) {
    return teller.queue(queue.name(), Codec.bytes()).explain(id);
  }
}
