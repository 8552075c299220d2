package io.duetime.internal.client;

import io.duetime.internal.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Lets handlers that block take part in a simulation: each task has a thread, but only one thread
 * moves at any time, and the others stand still until virtual time, or an interrupt, wakes them. So
 * it is as good as one thread, every time in the same order.
 */
final class Fibers implements Executor {
  private final VirtualTime time;

  Fibers(VirtualTime time) {
    this.time = time;
  }

  @Override
  public void execute(Runnable task) {
    Fiber fiber = new Fiber(task);
    time.execute(fiber::move);
  }

  /** Sleeps on the present fiber. */
  void sleep(Duration duration) throws InterruptedException {
    ((Fiber) Thread.currentThread()).sleepVirtually(duration);
  }

  /** Sleeps for ever, but for interrupts. */
  void hang() throws InterruptedException {
    sleep(Duration.ofDays(365_000));
  }

  /** Sleeps however often it is interrupted. */
  void sleepStubbornly(Duration duration) {
    var until = time.instant().plus(duration);
    while (time.instant().isBefore(until)) {
      try {
        sleep(Duration.between(time.instant(), until));
      } catch (InterruptedException ignored) {
        // That is what stubborn means.
      }
    }
  }

  private final class Fiber extends Thread {
    private final Semaphore go = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);
    private final Runnable task;
    private boolean begun;
    private boolean asleep;
    private boolean interruptedVirtually;

    Fiber(Runnable task) {
      super("fiber");
      setDaemon(true);
      this.task = task;
    }

    void move() {
      if (!begun) {
        begun = true;
        start();
      } else {
        go.release();
      }
      back.acquireUninterruptibly();
    }

    @Override
    public void run() {
      try {
        task.run();
      } finally {
        back.release();
      }
    }

    void sleepVirtually(Duration duration) throws InterruptedException {
      asleep = true;
      var timer = time.after(duration, this::wake);
      if (interruptedVirtually) {
        time.execute(this::wake);
      }
      back.release();
      go.acquireUninterruptibly();
      timer.cancel();
      if (interruptedVirtually) {
        interruptedVirtually = false;
        throw new InterruptedException("virtually");
      }
    }

    @Override
    public void interrupt() {
      interruptedVirtually = true;
      if (asleep) {
        time.execute(this::wake);
      }
    }

    private void wake() {
      if (asleep) {
        asleep = false;
        move();
      }
    }
  }
}
