package io.duetime.engine.tck.model;

import io.duetime.engine.tck.fixture.Contract;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Random operations against the model: a few known seeds, one new one, many in the long run. */
public abstract class ModelContract extends Contract {
  private static final boolean THOROUGH = Boolean.getBoolean("duetime.long");
  private static final int STEPS = 300;
  private static final int SEEDS = 6;
  private static final int LONG_STEPS = 1_500;
  private static final int LONG_SEEDS = 300;

  @TestFactory
  Stream<DynamicTest> theEngineDoesWhatTheModelDoes() {
    int steps = THOROUGH ? LONG_STEPS : STEPS;
    LongStream seeds = seeds();
    return seeds.mapToObj(
        seed -> limited("seed " + seed, () -> new ModelRun(this::open).run(seed, steps)));
  }

  private static LongStream seeds() {
    Long asked = Long.getLong("duetime.seed");
    if (asked != null) {
      return LongStream.of(asked);
    }
    long fresh = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
    return LongStream.concat(
        LongStream.rangeClosed(1, THOROUGH ? LONG_SEEDS : SEEDS), LongStream.of(fresh));
  }
}
