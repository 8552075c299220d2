package io.duetime.testing;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The seed of a random test: fresh in each run, and repeatable with {@code -Dduetime.seed=…}. Its
 * text belongs into every assertion's description.
 */
public record Seed(long value) {

  /** A fresh seed, or the one asked for. */
  public static Seed next() {
    return new Seed(Long.getLong("duetime.seed", new SplittableRandom().nextLong()));
  }

  public RandomGenerator random() {
    return new SplittableRandom(value);
  }

  /** How often to repeat: a number for every build, twenty times that in the long lane. */
  public static int rounds(int usual) {
    return Boolean.getBoolean("duetime.long") ? 20 * usual : usual;
  }

  @Override
  public String toString() {
    return "-Dduetime.seed=" + value;
  }
}
