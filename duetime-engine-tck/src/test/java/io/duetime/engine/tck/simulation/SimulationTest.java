package io.duetime.engine.tck.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.engine.Engine;
import io.duetime.engine.tck.simulation.BrokenRuntimes.CountsFromAfterTheSend;
import io.duetime.engine.tck.simulation.BrokenRuntimes.ForgetsWakeUps;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Worker runtimes and a memory engine, in every order that a seed makes of them. {@code
 * -Dduetime.seed=N} runs only that seed, and prints what happens.
 */
class SimulationTest {
  private static final int USUAL = 500;
  private static final int MANY = Boolean.getBoolean("duetime.long") ? 100_000 : 20_000;
  private static final Long ONLY = Long.getLong("duetime.seed");

  private final Carriers carriers = new Carriers();

  @AfterEach
  void close() {
    carriers.close();
  }

  @Test
  void jobsSurviveAllFaultsOfASeed() {
    if (ONLY != null) {
      Run.told(ONLY, carriers, System.out::println);
      return;
    }
    long begun = 0;
    for (long seed = 1; seed <= USUAL; seed++) {
      begun += Run.of(seed, carriers, UnaryOperator.identity()).begun();
    }
    assertThat(begun).as("handlers begun").isGreaterThan(20 * USUAL);
  }

  @Test
  @Tag("full")
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void jobsSurviveAllFaultsOfManySeeds() throws Exception {
    AtomicLong next = new AtomicLong(USUAL);
    var lanes = Collections.nCopies(Runtime.getRuntime().availableProcessors(), lane(next));
    var threads = Executors.newFixedThreadPool(lanes.size());
    try {
      for (var lane : threads.invokeAll(lanes)) {
        lane.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  // Runs of different seeds share nothing.
  private static Callable<Boolean> lane(AtomicLong next) {
    return () -> {
      try (Carriers mine = new Carriers()) {
        for (long seed = next.incrementAndGet(); seed <= MANY; seed = next.incrementAndGet()) {
          Run.of(seed, mine, UnaryOperator.identity());
        }
      }
      return true;
    };
  }

  @Test
  void aSeedLeadsToTheSameStepsAgain() {
    for (long seed = 1; seed <= 20; seed++) {
      Run.Result first = Run.of(seed, carriers, UnaryOperator.identity());
      Run.Result second = Run.of(seed, carriers, UnaryOperator.identity());

      assertThat(second).as("seed " + seed).isEqualTo(first);
    }
    assertThat(Run.of(1, carriers, UnaryOperator.identity()).hash())
        .isNotEqualTo(Run.of(2, carriers, UnaryOperator.identity()).hash());
  }

  @Test
  void aForgottenWakeUpIsFound() {
    assertFound(ForgetsWakeUps::new, "not done");
  }

  @Test
  void aLeaseCountedFromAfterTheSendIsFound() {
    assertFound(CountsFromAfterTheSend::new, "does not know that the lease");
  }

  private void assertFound(UnaryOperator<Engine> fault, String what) {
    assertThatThrownBy(
            () -> {
              for (long seed = 1; seed <= USUAL; seed++) {
                Run.of(seed, carriers, fault);
              }
            })
        .hasMessageContaining("-Dduetime.seed=")
        .hasMessageContaining(what);
  }
}
