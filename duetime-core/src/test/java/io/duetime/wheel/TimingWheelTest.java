package io.duetime.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TimingWheelTest {
  private static final long START = 1_000;

  private final TimingWheel<Alarm> wheel = new TimingWheel<>(START);
  private final Alarm a = new Alarm("a");
  private final Alarm b = new Alarm("b");
  private final Alarm c = new Alarm("c");

  @AfterEach
  void everythingInsideFitsTogether() {
    WheelStructure.check(wheel);
  }

  @Test
  void aNewWheelHoldsNothing() {
    assertThat(wheel.size()).isZero();
    assertThat(wheel.currentMillis()).isEqualTo(START);
    assertThat(wheel.nextExpiry()).isEqualTo(TimingWheel.NEVER);
    assertThat(expiredBy(Long.MAX_VALUE)).isEmpty();
    assertThat(wheel.currentMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void timesBeforeZeroAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TimingWheel<Alarm>(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> wheel.schedule(a, -1));
    assertThat(a.isScheduled()).isFalse();
    assertThat(wheel.size()).isZero();
  }

  @Test
  void aTimerKnowsWhetherItIsScheduledAndForWhen() {
    assertThat(a.isScheduled()).isFalse();

    wheel.schedule(a, 1_500);
    assertThat(a.isScheduled()).isTrue();
    assertThat(a.deadlineMillis()).isEqualTo(1_500);

    wheel.advance(1_500, due -> assertThat(due.isScheduled()).isFalse());
    assertThat(a.isScheduled()).isFalse();
    assertThat(a.deadlineMillis()).isEqualTo(1_500);
  }

  @Test
  void aTimerIsScheduledOnceAtATime() {
    wheel.schedule(a, 1_500);

    assertThatIllegalStateException().isThrownBy(() -> wheel.schedule(a, 1_600));
    assertThatIllegalStateException()
        .isThrownBy(() -> new TimingWheel<Alarm>(0).schedule(a, 1_600));

    assertThat(wheel.size()).isEqualTo(1);
    assertThat(expiredBy(1_500)).containsExactly(a);
  }

  @Test
  void anExpiredTimerCanBeScheduledAgain() {
    wheel.schedule(a, 1_500);
    wheel.advance(1_500, due -> {});

    wheel.schedule(a, 1_600);

    assertThat(expiredBy(1_599)).isEmpty();
    assertThat(expiredBy(1_600)).containsExactly(a);
  }

  @Test
  void whatIsAlreadyDueExpiresInTheNextAdvanceEvenToTheSameTime() {
    wheel.schedule(a, START);
    wheel.schedule(b, START - 1);
    wheel.schedule(c, 0);

    assertThat(wheel.nextExpiry()).isEqualTo(START);
    assertThat(expiredBy(START)).containsExactly(a, b, c);
  }

  @Test
  void timersExpireByDeadlineAndWithinAMillisecondInTheOrderTheyWereScheduled() {
    Alarm d = new Alarm("d");
    Alarm e = new Alarm("e");
    wheel.schedule(a, 90_000);
    wheel.schedule(b, 5_000);
    wheel.advance(4_990, due -> {});
    wheel.schedule(c, 90_000);
    wheel.schedule(d, 5_000);
    wheel.advance(4_999, due -> {});
    wheel.schedule(e, 5_000);

    assertThat(expiredBy(100_000)).containsExactly(b, d, e, a, c);
  }

  @Test
  void timeThatGoesBackChangesNothing() {
    wheel.schedule(a, START);
    wheel.schedule(b, START + 5);

    assertThat(expiredBy(START - 1)).isEmpty();
    assertThat(wheel.currentMillis()).isEqualTo(START);
    assertThat(expiredBy(START)).containsExactly(a);
    assertThat(expiredBy(START + 5)).containsExactly(b);
  }

  @Test
  void theNextExpiryIsTheEarliestDeadlineHoweverFarAway() {
    wheel.schedule(a, 10_000_000_000L);
    assertThat(wheel.nextExpiry()).isEqualTo(10_000_000_000L);
    wheel.schedule(b, 9_999_999_999L);
    assertThat(wheel.nextExpiry()).isEqualTo(9_999_999_999L);
    wheel.schedule(c, 1_001);
    assertThat(wheel.nextExpiry()).isEqualTo(1_001);

    wheel.cancel(c);
    assertThat(wheel.nextExpiry()).isEqualTo(9_999_999_999L);
    wheel.cancel(b);
    assertThat(wheel.nextExpiry()).isEqualTo(10_000_000_000L);
    wheel.schedule(b, 9_999_999_998L);
    assertThat(wheel.nextExpiry()).isEqualTo(9_999_999_998L);
    wheel.cancel(b);
    wheel.cancel(a);
    assertThat(wheel.nextExpiry()).isEqualTo(TimingWheel.NEVER);
  }

  @Test
  void theNextExpiryStaysWhenOneOfTwoEarliestIsCancelled() {
    wheel.schedule(a, 500_000);
    wheel.schedule(b, 500_000);
    wheel.schedule(c, 500_001);

    wheel.cancel(a);

    assertThat(wheel.nextExpiry()).isEqualTo(500_000);
  }

  @Test
  void aBurstIsTakenInSteps() {
    List<Alarm> burst = schedule(10, 2_000);
    wheel.schedule(a, 2_001);

    assertThat(expiredBy(3_000, 4)).isEqualTo(burst.subList(0, 4));
    assertThat(wheel.currentMillis()).isEqualTo(2_000);
    assertThat(wheel.nextExpiry()).isEqualTo(2_000);
    assertThat(expiredBy(3_000, 4)).isEqualTo(burst.subList(4, 8));
    assertThat(expiredBy(3_000, 4)).containsExactly(burst.get(8), burst.get(9), a);
    assertThat(wheel.currentMillis()).isEqualTo(3_000);
  }

  @Test
  void betweenTwoStepsOfABurstTimersCanBeCancelledAndAdded() {
    List<Alarm> burst = schedule(4, 2_000);
    wheel.schedule(b, 2_500);
    assertThat(expiredBy(3_000, 1)).containsExactly(burst.get(0));

    wheel.cancel(burst.get(1));
    wheel.cancel(burst.get(3));
    wheel.schedule(a, 2_400);
    wheel.schedule(c, 1_999);

    assertThat(expiredBy(3_000)).containsExactly(burst.get(2), c, a, b);
  }

  @Test
  void aLimitBelowOneIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> wheel.advance(2_000, 0, due -> {}));
  }

  @Test
  void whatASinkSchedulesForLaterInTheSameJumpExpiresInItsTurn() {
    wheel.schedule(a, 2_000);
    wheel.schedule(b, 4_000);
    List<String> log = new ArrayList<>();

    int count =
        wheel.advance(
            5_500,
            due -> {
              log.add(due + " at " + wheel.currentMillis());
              wheel.schedule(due, due.deadlineMillis() + 1_500);
            });

    assertThat(log)
        .containsExactly("a at 2000", "a at 3500", "b at 4000", "a at 5000", "b at 5500");
    assertThat(count).isEqualTo(5);
    assertThat(wheel.nextExpiry()).isEqualTo(6_500);
  }

  @Test
  void whatASinkSchedulesForNowOrBeforeWaitsForTheNextAdvance() {
    wheel.schedule(a, 2_000);
    wheel.schedule(b, 2_100);
    Consumer<Alarm> again = due -> wheel.schedule(due, due.deadlineMillis() - 500);

    assertThat(wheel.advance(2_200, again)).isEqualTo(2);
    assertThat(wheel.nextExpiry()).isEqualTo(2_200);
    assertThat(expiredBy(2_200)).containsExactly(a, b);
  }

  @Test
  void aSinkCanCancelWhatIsAboutToExpire() {
    wheel.schedule(a, 2_000);
    wheel.schedule(b, 2_000);
    wheel.schedule(c, 2_001);
    List<Alarm> expired = new ArrayList<>();

    wheel.advance(
        3_000,
        due -> {
          expired.add(due);
          assertThat(wheel.cancel(due)).isFalse();
          assertThat(wheel.cancel(b)).isTrue();
          assertThat(wheel.cancel(c)).isTrue();
        });

    assertThat(expired).containsExactly(a);
    assertThat(wheel.size()).isZero();
  }

  @Test
  void aSinkCanCancelWhatItScheduledForNow() {
    wheel.schedule(a, 2_000);

    wheel.advance(
        3_000,
        due -> {
          wheel.schedule(b, 2_000);
          wheel.schedule(c, 2_000);
          assertThat(wheel.nextExpiry()).isEqualTo(2_000);
          assertThat(wheel.cancel(b)).isTrue();
        });

    assertThat(expiredBy(3_000)).containsExactly(c);
  }

  @Test
  void aSinkMustNotAdvanceTheWheel() {
    wheel.schedule(a, 2_000);

    assertThatIllegalStateException()
        .isThrownBy(() -> wheel.advance(3_000, due -> wheel.advance(3_000, other -> {})));
  }

  @Test
  void whatASinkThrowsLeavesTheRemainingTimersInPlace() {
    wheel.schedule(a, 2_000);
    wheel.schedule(b, 2_000);
    wheel.schedule(c, 2_001);
    RuntimeException failure = new RuntimeException("sink");

    assertThatThrownBy(() ->
            wheel.advance(
                3_000,
                due -> {
                  throw failure;
                }))
        .isSameAs(failure);

    assertThat(wheel.size()).isEqualTo(2);
    assertThat(expiredBy(3_000)).containsExactly(b, c);
  }

  @Test
  void everyTimerCanBeVisited() {
    wheel.schedule(a, 500);
    wheel.schedule(b, 1_001);
    wheel.schedule(c, Long.MAX_VALUE);
    List<Alarm> visited = new ArrayList<>();

    wheel.forEach(visited::add);

    assertThat(visited).containsExactlyInAnyOrder(a, b, c);
    assertThat(wheel.size()).isEqualTo(3);
  }

  @Test
  void aJumpPassesAnyNumberOfEmptySlotsAtOnce() {
    long end = Long.MAX_VALUE - 1;
    wheel.schedule(a, end);
    for (long now = START; now < end / 2; now += end / 1_000_000) {
      wheel.advance(now, due -> {});
    }

    assertThat(expiredBy(end - 1)).isEmpty();
    assertThat(expiredBy(end)).containsExactly(a);
  }

  private List<Alarm> schedule(int count, long deadlineMillis) {
    List<Alarm> alarms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Alarm alarm = new Alarm("#" + i);
      wheel.schedule(alarm, deadlineMillis);
      alarms.add(alarm);
    }
    return alarms;
  }

  private List<Alarm> expiredBy(long nowMillis) {
    return expiredBy(nowMillis, Integer.MAX_VALUE);
  }

  private List<Alarm> expiredBy(long nowMillis, int limit) {
    List<Alarm> expired = new ArrayList<>();
    assertThat(wheel.advance(nowMillis, limit, expired::add)).isEqualTo(expired.size());
    return expired;
  }
}
