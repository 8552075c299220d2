package io.duetime.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A caller yields only for answers that come quickly, while it calls in a loop and alone. */
class BriefWaitTest {
  private static final long BRIEF = BriefWait.LONGEST_NANOS / 10;

  private long now = 5;
  private int yields;
  private CompletableFuture<String> asked = new CompletableFuture<>();
  private final BriefWait wait = new BriefWait(() -> now, this::yieldOnce);

  /** Each yield takes a while; the third brings the answer. */
  private void yieldOnce() {
    now += BRIEF;
    yields++;
    if (yields % 3 == 0) {
      asked.complete("answer");
    }
  }

  /** Waits for an answer that takes so long when it is not awaited by yielding. */
  private void call(long nanos) throws InterruptedException {
    asked = new CompletableFuture<>();
    wait.await(
        asked,
        future -> {
          if (!future.isDone()) {
            now += nanos;
            asked.complete("answer");
          }
        });
    assertThat(asked).isCompletedWithValue("answer");
  }

  @Test
  void aCallerThatCallsInALoopYields() throws InterruptedException {
    call(BRIEF);
    assertThat(yields).isZero();

    call(BRIEF);
    call(BRIEF);

    assertThat(yields).isEqualTo(6);
  }

  @Test
  void aCallAWhileLaterParks() throws InterruptedException {
    call(BRIEF);
    now += BriefWait.LONGEST_NANOS;

    call(BRIEF);

    assertThat(yields).isZero();
  }

  @Test
  void theCallsAfterASlowAnswerPark() throws InterruptedException {
    call(BriefWait.LONGEST_NANOS);

    for (int i = 0; i < BriefWait.PARKED_AFTER_LONG; i++) {
      call(BRIEF);
    }
    assertThat(yields).isZero();
    call(BRIEF);

    assertThat(yields).isPositive();
  }

  @Test
  void aCallThatYieldsForTooLongParks() throws InterruptedException {
    call(BRIEF);
    asked = new CompletableFuture<>();
    CompletableFuture<String> slow = new CompletableFuture<>();

    wait.await(slow, future -> slow.complete("late"));
    assertThat(yields).isEqualTo(10);
    call(BRIEF);

    assertThat(yields).isEqualTo(10);
  }

  @Test
  void twoThatWaitPark() throws InterruptedException {
    call(BRIEF);
    CompletableFuture<String> first = new CompletableFuture<>();

    wait.await(
        first,
        future -> {
          int before = yields;
          call(BRIEF);
          assertThat(yields).isEqualTo(before);
          first.complete("first");
        });

    assertThat(first).isCompletedWithValue("first");
  }

  @Test
  void anInterruptedWaitEndsAndDoesNotCountAsWaiting() throws InterruptedException {
    assertThatThrownBy(() ->
            wait.await(
                asked,
                future -> {
                  throw new InterruptedException();
                }))
        .isInstanceOf(InterruptedException.class);

    call(BRIEF);
    call(BRIEF);

    assertThat(yields).isPositive();
  }
}
