package io.duetime.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/**
 * Runs a piece of code again and again, each time with another order of the steps of its threads
 * (model checking by Lincheck). A failure prints the order that led to it.
 */
public final class Races {
  /** For the default lane: some seconds. */
  public static final int SOME = 200;

  /** For the full lane. */
  public static final int MANY = 1_000;

  private static final int MOST = 10_000;

  private Races() {}

  /** Fails if an order of steps makes the code throw, or wait for ever. */
  public static void check(int orders, Runnable code) {
    Lincheck.runConcurrentTest(orders, code);
  }

  /** Fails unless such an order is found. */
  public static void assertFound(Runnable code) {
    assertThatThrownBy(() -> check(MOST, code)).isInstanceOf(LincheckAssertionError.class);
  }

  /** Runs tasks on a thread each, and waits for their ends. */
  public static void together(Runnable... tasks) {
    List<Thread> threads = new ArrayList<>();
    for (Runnable task : tasks) {
      Thread thread = new Thread(task);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }
  }

  /** Fails the run with a message. */
  public static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }
}
