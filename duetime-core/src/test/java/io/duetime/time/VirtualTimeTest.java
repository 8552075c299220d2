package io.duetime.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private final VirtualTime time = new VirtualTime(START);
  private final List<String> seen = new ArrayList<>();

  private void note(String what) {
    seen.add(Duration.between(START, time.instant()).toMillis() + " " + what);
  }

  private TimeSource.Timer after(long millis, String what) {
    return time.after(Duration.ofMillis(millis), () -> note(what));
  }

  @Test
  void tasksRunAtTheirMomentInOrderAndThoseOfOneMomentInTheOrderTheyCameIn() {
    after(20, "c");
    after(10, "a");
    after(10, "b");
    after(31, "d");

    time.advance(Duration.ofMillis(30));

    assertThat(seen).containsExactly("10 a", "10 b", "20 c");
    assertThat(time.instant()).isEqualTo(START.plusMillis(30));
    assertThat(time.nanoTime()).isEqualTo(30_000_000);
    assertThat(time.nextEvent()).contains(START.plusMillis(31));
  }

  @Test
  void whatATaskArrangesWithinTheAdvanceHappensInIt() {
    time.after(
        Duration.ofMillis(5),
        () -> {
          note("first");
          after(5, "second");
          time.execute(() -> note("at once"));
        });

    time.advance(Duration.ofMillis(10));

    assertThat(seen).containsExactly("5 first", "5 at once", "10 second");
  }

  @Test
  void cancelledTasksDoNotRun() {
    TimeSource.Timer timer = after(5, "never");
    timer.cancel();
    timer.cancel();

    time.advance(Duration.ofDays(1));

    assertThat(seen).isEmpty();
    assertThat(time.nextEvent()).isEmpty();
  }

  @Test
  void whatIsDueAlreadyRunsWithoutTimeMoving() {
    after(0, "a");
    after(-5, "b");
    after(1, "c");

    time.runReady();

    assertThat(seen).containsExactly("0 a", "0 b");
    assertThat(time.instant()).isEqualTo(START);
  }

  @Test
  void timeDoesNotGoBack() {
    time.advanceTo(START.plusSeconds(5));
    time.advanceTo(START);

    assertThat(time.instant()).isEqualTo(START.plusSeconds(5));
  }

  @Test
  void waitingMovesTimeUntilTheFutureIsDone() {
    CompletableFuture<String> future = new CompletableFuture<>();
    time.after(Duration.ofDays(400), () -> future.complete("done"));

    time.await(future);

    assertThat(future).isCompletedWithValue("done");
    assertThat(time.instant()).isEqualTo(START.plus(Duration.ofDays(400)));
  }

  @Test
  void waitingForWhatCannotComeIsAnError() {
    assertThatThrownBy(() -> time.await(new CompletableFuture<>()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aTaskOfForeverIsNeverReached() {
    time.after(Duration.ofSeconds(Long.MAX_VALUE), () -> note("never"));

    time.advance(Duration.ofDays(365_000));

    assertThat(seen).isEmpty();
  }
}
