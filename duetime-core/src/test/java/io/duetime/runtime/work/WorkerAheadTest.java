package io.duetime.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.duetime.JobInfo;
import io.duetime.JobState;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers whose handlers finish within a round trip claim ahead of them. */
class WorkerAheadTest {
  private final Simulation world = Simulation.begin();

  @AfterEach
  void close() {
    world.close();
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  /** Jobs whose ids are how long each runs, in milliseconds, in their order. */
  private void schedule(String... ids) {
    for (String id : ids) {
      world.queue().schedule(id, "x", Duration.ZERO);
    }
  }

  private long claimed() {
    return world.queue().counts().now().running();
  }

  /** One handler ends while a claim of 2 ms is under way. */
  private void workWithOneEndInARoundTrip(String... ids) {
    schedule(ids);
    world
        .queue()
        .worker(job -> world.fibers.sleep(millis(Long.parseLong(job.id().substring(2)))))
        .concurrency(2)
        .lease(Duration.ofSeconds(30))
        .start();
    world.pass(Duration.ZERO);
    assertThat(claimed()).isEqualTo(2);
    world.engine.hold("claim");
    world.passTo(millis(3));
    world.engine.letGo("claim");
    world.pass(Duration.ZERO);
  }

  @Test
  void asManyWaitAsWereFinishedWhileTheLastClaimTravelled() {
    workWithOneEndInARoundTrip("a-1", "b-2", "c-5", "d-5", "e-5", "f-5", "g-5");

    assertThat(claimed()).isEqualTo(3);
  }

  @Test
  void whatWaitsBehindHandlersThatHaveBecomeSlowIsReleased() {
    workWithOneEndInARoundTrip("a-1", "b-2", "c-60000", "d-60000", "e-5", "f-5");
    assertThat(claimed()).isEqualTo(3);

    world.passTo(millis(300));

    assertThat(claimed()).isEqualTo(2);
    assertThat(world.queue().jobs(JobState.READY).page(10).jobs())
        .extracting(JobInfo::id, JobInfo::attempt)
        .containsExactly(tuple("e-5", 0), tuple("f-5", 0));
  }

  @Test
  void jobsClaimedAheadRunInTheirTurn() {
    workWithOneEndInARoundTrip("a-1", "b-2", "c-5", "d-5", "e-5", "f-5", "g-5");

    world.passTo(Duration.ofSeconds(1));

    assertThat(world.events).hasSize(7);
    assertThat(world.queue().counts().since().retried()).isZero();
  }
}
