package io.duetime.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A store that was closed asks for no repetition. */
class ClosedStoreTest {
  private final Simulation world = Simulation.begin();

  @BeforeEach
  void close() {
    world.duetime().close();
  }

  @Test
  void eachBlockingCallSaysThatTheStoreIsClosed() {
    Stream.<ThrowingCallable>of(
            () -> world.queue().schedule("a", "x", Duration.ZERO),
            () -> world.queue().cancel("a"),
            () -> world.queue().find("a"),
            () -> world.queue().claim(1, Duration.ofSeconds(30), Duration.ZERO),
            () -> world.queue().claim(1, Duration.ofSeconds(30), Duration.ofSeconds(10)),
            () -> world.queue().admin().counts(),
            () -> world.queue().worker(job -> {}).start(),
            () -> world.duetime().pause("orders"),
            () -> world.duetime().now())
        .forEach(call ->
            assertThatThrownBy(call)
                .isInstanceOf(StoreFailureException.class)
                .hasMessage("the store is closed; open it again to go on")
                .returns(ErrorCode.STORE_CLOSED, failure -> ((DuetimeException) failure).code()));
    assertThat(world.since()).isEqualTo("0s");
  }

  @Test
  void anAsynchronousCallFailsAtOnce() {
    CompletionStage<?> call = world.queue().async().schedule("a", "x", Duration.ZERO);

    assertThatThrownBy(() -> call.toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .returns(ErrorCode.STORE_CLOSED, failure -> ((DuetimeException) failure).code());
  }
}
