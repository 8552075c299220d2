package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that knows no presence may be replaced by one that does. */
class OlderServerTest {
  private final Simulation world = Simulation.ofStoreElsewhere();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void aProcessTellsOfItselfAgainAfterAMinute() {
    world.engine.refuse(
        "putDocument", new StoreFailureException(ErrorCode.UNSUPPORTED, "unknown path"));
    world.queue().worker(job -> {}).start();
    world.pass(Duration.ofMinutes(1));
    assertThat(world.engine.calls("putDocument")).isEqualTo(1);

    world.engine.recover();
    world.pass(Duration.ofSeconds(10));

    assertThat(world.done(world.engine.engine().documents(Presence.COLLECTION, null, 10)))
        .hasSize(1);
  }
}
