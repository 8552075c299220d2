package io.duetime.client.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.SettleOutcome;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import java.util.List;

/** An engine and a client on it, with a queue of its own for every method that is called. */
final class ClientUnderTest implements AutoCloseable {
  private final EngineFixture store;
  private final Duetime duetime;
  private String queue = "input-0";
  private int queues;
  private int leases;

  ClientUnderTest(EngineFixture store) {
    this.store = store;
    this.duetime =
        StoreClient.over(
            store.engine(), Duetime.builder().uri("given:").build(), ClientContext.Pace.NORMAL);
  }

  Engine engine() {
    return store.engine();
  }

  Duetime duetime() {
    return duetime;
  }

  String queueName() {
    return queue;
  }

  JobQueue<String> queue() {
    return duetime.queue(queue, Codec.string());
  }

  /** Goes on with an empty queue. */
  void next() {
    queues++;
    queue = "input-" + queues;
  }

  Lease<String> lease() {
    leases++;
    String id = "leased-" + leases;
    queue().schedule(JobRequest.builder("p").id(id).build());
    return queue().claimById(List.of(id), Duration.ofMinutes(1)).get(0);
  }

  /** Schedules, claims and settles a job: fails where the store does not go on. */
  void prove() {
    TestQueue proof = new TestQueue(store, "proof");
    assertThat(proof.ack(proof.begin("job"))).isEqualTo(SettleOutcome.ACKED);
  }

  @Override
  public void close() {
    duetime.close();
  }
}
