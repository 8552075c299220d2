package io.duetime.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlines at the borders of the levels, seen from times at the borders of the levels. */
final class TimingWheelBorderTest {

  /** 63, 64, 65, 4,095, 4,096, 4,097, … and Long.MAX_VALUE. */
  private static LongStream borders() {
    LongStream powers = LongStream.rangeClosed(1, 10).map(level -> 1L << (6 * level));
    return LongStream.concat(
        LongStream.of(1, 2, 62, 200, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1, Long.MAX_VALUE),
        powers.flatMap(power -> LongStream.of(power - 1, power, power + 1)));
  }

  private static LongStream times() {
    return LongStream.concat(LongStream.of(0, 1_763_600_000_123L), borders());
  }

  @ParameterizedTest
  @MethodSource("times")
  void aTimerAtABorderExpiresAtExactlyItsMillisecond(long start) {
    borders()
        .filter(span -> span <= Long.MAX_VALUE - start)
        .forEach(span -> expectExpiryAt(start, start + span));
  }

  private static void expectExpiryAt(long start, long deadline) {
    TimingWheel<Alarm> wheel = new TimingWheel<>(start);
    Alarm alarm = new Alarm("at " + deadline);
    wheel.schedule(alarm, deadline);

    assertThat(wheel.nextExpiry()).isEqualTo(deadline);
    assertThat(expiredBy(wheel, deadline - 1)).isEmpty();
    WheelStructure.check(wheel);
    assertThat(wheel.nextExpiry()).isEqualTo(deadline);
    assertThat(expiredBy(wheel, deadline)).containsExactly(alarm);
    assertThat(wheel.size()).isZero();
    assertThat(wheel.nextExpiry()).isEqualTo(TimingWheel.NEVER);
  }

  @ParameterizedTest
  @MethodSource("times")
  void timersAtAllBordersExpireOneAfterTheOther(long start) {
    TimingWheel<Alarm> wheel = new TimingWheel<>(start);
    List<Long> deadlines =
        borders()
            .filter(span -> span <= Long.MAX_VALUE - start)
            .mapToObj(span -> start + span)
            .sorted()
            .toList();
    deadlines.forEach(deadline -> wheel.schedule(new Alarm("at " + deadline), deadline));

    List<Long> expired = new ArrayList<>();
    while (wheel.size() > 0) {
      long next = wheel.nextExpiry();
      assertThat(expiredBy(wheel, next - 1)).isEmpty();
      expiredBy(wheel, next).forEach(alarm -> expired.add(alarm.deadlineMillis()));
      WheelStructure.check(wheel);
    }

    assertThat(expired).isEqualTo(deadlines);
  }

  @ParameterizedTest
  @MethodSource("times")
  void oneJumpOverAllBordersHandsOutEverythingInOrder(long start) {
    TimingWheel<Alarm> wheel = new TimingWheel<>(start);
    List<Alarm> ascending =
        borders()
            .filter(span -> span <= Long.MAX_VALUE - start)
            .sorted()
            .mapToObj(span -> new Alarm(start + " + " + span))
            .toList();
    borders()
        .filter(span -> span <= Long.MAX_VALUE - start)
        .sorted()
        .forEach(span -> wheel.schedule(ascending.get(wheel.size()), start + span));

    assertThat(expiredBy(wheel, Long.MAX_VALUE)).isEqualTo(ascending);
  }

  @Test
  void twoHundredTicksFromZeroExpireAtTwoHundredWhenTimeGoesTickByTick() {
    TimingWheel<Alarm> wheel = new TimingWheel<>(0);
    Alarm alarm = new Alarm("200");
    wheel.schedule(alarm, 200);

    for (long now = 1; now < 200; now++) {
      assertThat(expiredBy(wheel, now)).as("at %d", now).isEmpty();
      WheelStructure.check(wheel);
    }
    assertThat(expiredBy(wheel, 200)).containsExactly(alarm);
  }

  @Test
  void aTimerCanBeCancelledAtEveryStageOfItsWayDown() {
    for (long deadline : new long[] {1, 63, 64, 200, 4_095, 4_096, 5_000}) {
      for (long now = 0; now < deadline; now++) {
        TimingWheel<Alarm> wheel = new TimingWheel<>(0);
        Alarm alarm = new Alarm("at " + deadline);
        wheel.schedule(alarm, deadline);
        wheel.advance(now, due -> {});

        assertThat(wheel.cancel(alarm)).isTrue();
        assertThat(wheel.cancel(alarm)).isFalse();
        assertThat(alarm.isScheduled()).isFalse();
        assertThat(wheel.nextExpiry()).isEqualTo(TimingWheel.NEVER);
        assertThat(expiredBy(wheel, deadline)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {200, 4_097, 262_145, 16_777_217, 1L << 36, Long.MAX_VALUE})
  void aTimerCanBeCancelledWheneverItsSlotHasBeenReached(long deadline) {
    for (int level = 0; level < WheelLevels.LEVELS; level++) {
      TimingWheel<Alarm> wheel = new TimingWheel<>(0);
      Alarm alarm = new Alarm("at " + deadline);
      wheel.schedule(alarm, deadline);
      wheel.advance(Math.min(deadline - 1, (deadline >>> (level * 6)) << (level * 6)), due -> {});
      WheelStructure.check(wheel);

      assertThat(wheel.cancel(alarm)).isTrue();
      WheelStructure.check(wheel);
      assertThat(expiredBy(wheel, Long.MAX_VALUE)).isEmpty();
    }
  }

  @Test
  void longDelaysAreResolvedToTheMillisecond() {
    long now = 1_763_600_000_123L;
    List<Long> delays =
        List.of(
            1L,
            Duration.ofHours(595).plusMinutes(12).plusMillis(1).toMillis(), // 24.8 days and 1 ms
            Integer.MAX_VALUE + 1L,
            (1L << 32) + 1,
            Duration.ofDays(36_525).toMillis());
    for (long delay : delays) {
      expectExpiryAt(now, now + delay);
    }
  }

  private static List<Alarm> expiredBy(TimingWheel<Alarm> wheel, long nowMillis) {
    List<Alarm> expired = new ArrayList<>();
    assertThat(wheel.advance(nowMillis, expired::add)).isEqualTo(expired.size());
    return expired;
  }
}
