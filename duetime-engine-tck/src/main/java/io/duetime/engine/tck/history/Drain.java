package io.duetime.engine.tck.history;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Runs everything that a queue still has to run, moving its clock on to each next moment. */
public final class Drain {
  private final Engine engine;
  private final String queue;
  private final Consumer<Duration> clock;

  /**
   * Drains a queue.
   *
   * @param clock moves the store's clock on
   */
  public Drain(Engine engine, String queue, Consumer<Duration> clock) {
    this.engine = engine;
    this.queue = queue;
    this.clock = clock;
  }

  /** Acknowledges whatever becomes due, until nothing more is to come. */
  public void run() {
    while (true) {
      ClaimResult result = Answers.of(engine.claim(queue, ClaimRequest.of(1_000, 60_000)));
      List<Settlement> acks =
          result.jobs().stream().<Settlement>map(job -> new Settlement.Ack(job.lease())).toList();
      Answers.of(engine.settle(queue, acks, engine.capabilities().defaultDurability()));
      if (acks.isEmpty() && result.comeBackAtMillis() == ClaimResult.NEVER) {
        return;
      }
      if (acks.isEmpty() && result.comeBackAtMillis() > result.nowMillis()) {
        clock.accept(Duration.ofMillis(result.comeBackAtMillis() - result.nowMillis()));
      }
    }
  }
}
