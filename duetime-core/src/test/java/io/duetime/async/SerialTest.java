package io.duetime.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Events run one at a time, in order, and no caller runs those of others for ever. */
class SerialTest {
  private final List<String> ran = new ArrayList<>();

  @Test
  void anEventBroughtFromWithinAnotherRunsAfterIt() {
    Serial serial = new Serial(ForkJoinPool.commonPool());

    serial.run(() -> {
      serial.run(() -> ran.add("inner"));
      ran.add("outer");
    });

    assertThat(ran).containsExactly("outer", "inner");
  }

  @Test
  void anEventThatFailsKeepsNoOtherFromRunning() {
    Serial serial = new Serial(ForkJoinPool.commonPool());

    serial.run(() -> {
      serial.run(() -> ran.add("next"));
      throw new IllegalStateException("on purpose");
    });

    assertThat(ran).containsExactly("next");
  }

  @Test
  void aCallerThatHasRunAFairShareIsRelieved() {
    Queue<Runnable> relief = new ArrayDeque<>();
    Serial serial = new Serial(relief::add);

    serial.run(() -> {
      for (int i = 0; i < 500; i++) {
        serial.run(() -> ran.add("x"));
      }
    });
    assertThat(ran).hasSizeLessThan(500);
    serial.run(() -> ran.add("late"));
    assertThat(ran).doesNotContain("late");
    while (!relief.isEmpty()) {
      relief.remove().run();
    }

    assertThat(ran).hasSize(501).last().isEqualTo("late");
  }

  @Test
  void withoutReliefTheRestIsRunAllTheSame() {
    Serial serial =
        new Serial(task -> {
          throw new RejectedExecutionException();
        });

    serial.run(() -> {
      for (int i = 0; i < 1_000; i++) {
        serial.run(() -> ran.add("x"));
      }
    });

    assertThat(ran).hasSize(1_000);
  }

  @Test
  void eventsOfManyThreadsNeverOverlapAndNoneIsLost() throws InterruptedException {
    Serial serial = new Serial(ForkJoinPool.commonPool());
    CountDownLatch done = new CountDownLatch(4 * 10_000);
    int[] unguarded = new int[1];

    for (int thread = 0; thread < 4; thread++) {
      new Thread(
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  serial.run(() -> {
                    unguarded[0]++;
                    done.countDown();
                  });
                }
              })
          .start();
    }
    done.await();

    assertThat(unguarded[0]).isEqualTo(40_000);
  }
}
