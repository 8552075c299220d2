package io.duetime.engine.tck.input;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Lease;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import java.util.List;

/** An engine and a client on it, with a queue of its own for every method that is called. */
final class ClientUnderTest implements AutoCloseable {
  private final Engine engine;
  private final Duetime duetime;
  private String queue = "input-0";
  private int queues;
  private int leases;

  ClientUnderTest(Engine engine) {
    this.engine = engine;
    this.duetime =
        StoreClient.over(
            engine, Duetime.builder().uri("given:").build(), ClientContext.Pace.NORMAL);
  }

  Engine engine() {
    return engine;
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
    String proof = "proof";
    JobSpec job = JobSpec.builder("job", JobBody.of(new byte[1]), DueTime.after(0)).build();
    Answers.of(engine.schedule(proof, List.of(job), io.duetime.Durability.NONE));
    List<ClaimedJob> claimed = Answers.of(engine.claim(proof, ClaimRequest.of(1, 60_000))).jobs();
    if (claimed.size() != 1) {
      throw new AssertionError("the store gives no job any more");
    }
    Settlement ack = Settlement.ack(claimed.get(0).lease());
    if (Answers.of(engine.settle(proof, List.of(ack), io.duetime.Durability.NONE)).get(0).outcome()
        != io.duetime.SettleOutcome.ACKED) {
      throw new AssertionError("the store settles no job any more");
    }
  }

  @Override
  public void close() {
    duetime.close();
  }
}
