package io.duetime.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random use of a wheel, compared after each step with {@link NaiveWheel}. A failing seed, which
 * the test's name shows, goes into {@link #seeds}.
 */
final class TimingWheelModelTest {
  private static final int STEPS = 1_500;
  private static final int ALARMS = 120;

  private static LongStream seeds() {
    long fresh = Boolean.getBoolean("duetime.long") ? 2_000 : 10;
    return LongStream.concat(
        LongStream.rangeClosed(1, 20), RandomGeneratorFactory.getDefault().create().longs(fresh));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void answersAsTheNaiveModelDoes(long seed) {
    RandomUse use = new RandomUse(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
    for (int step = 0; step < STEPS; step++) {
      use.step();
    }
    use.finish();
  }

  private static final class RandomUse {
    private final RandomGenerator random;
    private final List<Alarm> alarms = new ArrayList<>();
    private final TimingWheel<Alarm> wheel;
    private final NaiveWheel model;

    RandomUse(RandomGenerator random) {
      this.random = random;
      long start = span();
      wheel = new TimingWheel<>(start);
      model = new NaiveWheel(start);
      for (int i = 0; i < ALARMS; i++) {
        alarms.add(new Alarm("alarm " + i));
      }
    }

    void step() {
      if (random.nextInt(4) == 0) {
        advance(nextTime(), random.nextInt(3) == 0 ? random.nextInt(1, 6) : Integer.MAX_VALUE);
      } else {
        scheduleOrCancel();
      }
      compare();
    }

    void finish() {
      advance(Long.MAX_VALUE, Integer.MAX_VALUE);
      advance(Long.MAX_VALUE, Integer.MAX_VALUE); // what the sink scheduled for the past
      compare();
    }

    private void scheduleOrCancel() {
      Alarm alarm = alarms.get(random.nextInt(ALARMS));
      if (alarm.isScheduled() && random.nextInt(3) > 0) {
        assertThat(wheel.cancel(alarm)).isEqualTo(model.cancel(alarm)).isTrue();
      } else if (!alarm.isScheduled()) {
        long deadline = deadline();
        wheel.schedule(alarm, deadline);
        model.schedule(alarm, deadline);
        assertThat(alarm.deadlineMillis()).isEqualTo(deadline);
      }
    }

    private void advance(long nowMillis, int limit) {
      int count = wheel.advance(nowMillis, limit, alarm -> receive(alarm, nowMillis));
      if (count < limit) {
        assertThat(model.advanceToNext(nowMillis)).as("left behind").isNull();
      }
      model.endAdvance();
    }

    private void receive(Alarm alarm, long nowMillis) {
      assertThat(alarm).isSameAs(model.advanceToNext(nowMillis));
      assertThat(wheel.cancel(alarm)).as("cancelled while handed out").isFalse();
      if (random.nextInt(3) == 0) {
        scheduleOrCancel();
      }
      compare();
    }

    private void compare() {
      WheelStructure.check(wheel);
      assertThat(wheel.size()).isEqualTo(model.size());
      assertThat(wheel.currentMillis()).isEqualTo(model.currentMillis());
      if (random.nextBoolean()) { // asking repairs what cancelling left behind
        assertThat(wheel.nextExpiry()).isEqualTo(model.nextExpiry());
      }
    }

    private long nextTime() {
      long current = wheel.currentMillis();
      return switch (random.nextInt(8)) {
        case 0 -> Math.max(0, current - span());
        case 1 -> current;
        case 2 -> later(span() & 0xFFFF_FFFFL);
        case 3, 4 -> wheel.nextExpiry();
        default -> later(random.nextInt(200));
      };
    }

    private long deadline() {
      long current = wheel.currentMillis();
      return switch (random.nextInt(8)) {
        case 0 -> Math.max(0, current - random.nextInt(100));
        case 1 -> later(span());
        case 2 -> later(border());
        case 3 -> Math.max(0, later(border()) / 64 * 64 - random.nextInt(2));
        case 4 -> alarms.get(random.nextInt(ALARMS)).deadlineMillis();
        default -> later(random.nextInt(300));
      };
    }

    private long later(long delay) {
      long sum = wheel.currentMillis() + delay;
      return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** A span of any order of magnitude. */
    private long span() {
      return random.nextLong() >>> random.nextInt(1, Long.SIZE);
    }

    private long border() {
      return Math.max(0, (1L << random.nextInt(Long.SIZE - 1)) + random.nextInt(-1, 2));
    }
  }
}
