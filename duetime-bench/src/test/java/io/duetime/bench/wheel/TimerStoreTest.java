package io.duetime.bench.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TimerStoreTest {

  private static Stream<Entrant> entrants() {
    return Stream.concat(
        Stream.of(Entrant.duetime()),
        Stream.of(Peer.values()).flatMap(peer -> peer.sizes().stream()));
  }

  @ParameterizedTest
  @MethodSource("entrants")
  void everyTimerExpiresOnceWhenItsTimeHasCome(Entrant entrant) {
    try (TimerStore store = entrant.factory().get()) {
      store.schedule(Delays.MINUTE.draw(1_000, /* seed= */ 1));

      assertThat(store.expireUntil(Delays.MINUTE_MILLIS / 2)).isBetween(400L, 600L);
      store.expireUntil(Delays.MINUTE_MILLIS);
      assertThat(store.expireUntil(2 * Delays.MINUTE_MILLIS)).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("entrants")
  void aCancelledTimerDoesNotExpire(Entrant entrant) {
    try (TimerStore store = entrant.factory().get()) {
      store.schedule(Delays.MINUTE.draw(1_000, /* seed= */ 1));

      store.cancel(IntStream.range(0, 900).toArray());

      assertThatIllegalStateException().isThrownBy(() -> store.cancel(new int[] {7}));
      assertThat(store.expireUntil(Delays.MINUTE_MILLIS)).isEqualTo(100);
    }
  }
}
