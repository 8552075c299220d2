package io.duetime.bench;

import java.util.SplittableRandom;

/**
 * How fast the machine is at the moment, by two figures that depend on nothing of ours. Taken
 * before and after a bench, they tell how far its figures can be trusted.
 *
 * @param loadNanos one load from a random place of 64 MiB, each waiting for the one before
 * @param multiplyNanos one multiplication and addition, each waiting for the one before
 */
public record Yardstick(double loadNanos, double multiplyNanos) {
  private static final int PLACES = 16 << 20;
  private static final int LOADS = 4_000_000;
  private static final int MULTIPLICATIONS = 200_000_000;

  /** Takes both figures; lasts about a second. */
  public static Yardstick take() {
    return new Yardstick(timeLoads(), timeMultiplications());
  }

  private static double timeLoads() {
    int[] cycle = randomCycle();
    int place = walk(cycle, 0, LOADS / 10);
    long start = System.nanoTime();
    place = walk(cycle, place, LOADS);
    long nanos = System.nanoTime() - start;
    return (double) nanos / LOADS + Math.min(0, place); // the place is used, or the walk may go
  }

  private static int walk(int[] cycle, int from, int loads) {
    int place = from;
    for (int i = 0; i < loads; i++) {
      place = cycle[place];
    }
    return place;
  }

  /** Makes a permutation of one cycle: following it comes by every place once. */
  private static int[] randomCycle() {
    SplittableRandom random = new SplittableRandom(1);
    int[] cycle = new int[PLACES];
    for (int i = 0; i < PLACES; i++) {
      cycle[i] = i;
    }
    for (int i = PLACES - 1; i > 0; i--) {
      int j = random.nextInt(i);
      int swapped = cycle[i];
      cycle[i] = cycle[j];
      cycle[j] = swapped;
    }
    return cycle;
  }

  private static double timeMultiplications() {
    long number = multiply(1, MULTIPLICATIONS / 10);
    long start = System.nanoTime();
    number = multiply(number, MULTIPLICATIONS);
    long nanos = System.nanoTime() - start;
    return (double) nanos / MULTIPLICATIONS + (number == 0 ? 1 : 0);
  }

  private static long multiply(long from, int times) {
    long number = from;
    for (int i = 0; i < times; i++) {
      number = number * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    }
    return number;
  }

  @Override
  public String toString() {
    return "random load %.1f ns, multiply-add %.2f ns".formatted(loadNanos, multiplyNanos);
  }
}
