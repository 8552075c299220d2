package io.duetime.engine.tck.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads of which exactly one runs. The one that runs takes the steps of a world; when a step
 * waits, another thread continues with the steps, until one of them wakes the first. So a step that
 * does not wait costs no switch of threads. The threads serve one world after the other.
 */
final class Carriers implements AutoCloseable {
  /** Ends what still waits when a world is over. */
  static final class WorldIsOver extends Error {
    private static final long serialVersionUID = 1L;

    WorldIsOver() {
      super("the world is over", null, false, false);
    }
  }

  private volatile @Nullable Carrier running;
  private volatile boolean closed;

  // Touched by the thread that runs.
  private final Deque<Carrier> idle = new ArrayDeque<>();
  private final List<Carrier> all = new ArrayList<>();
  private final Deque<Carrier> waiting = new ArrayDeque<>();
  private BooleanSupplier step = () -> false;
  private CompletableFuture<Void> done = new CompletableFuture<>();
  private boolean over;

  /** Takes steps until one answers false, and ends what waits then. */
  void run(BooleanSupplier steps) {
    step = steps;
    over = false;
    done = new CompletableFuture<>();
    CompletableFuture<Void> end = done;
    handTo(idleOne());
    end.join();
  }

  /** Lets the other steps go on until {@link #wake}. */
  void await() {
    Carrier me = me();
    if (over) {
      throw new WorldIsOver();
    }
    waiting.add(me);
    handTo(idleOne());
    me.awaitTurn();
    if (over) {
      throw new WorldIsOver();
    }
  }

  /** Continues with a thread that waits; the last thing that a step does. */
  void wake(Carrier sleeper) {
    waiting.remove(sleeper);
    idle.push(me());
    handTo(sleeper);
  }

  static Carrier me() {
    return (Carrier) Thread.currentThread();
  }

  private Carrier idleOne() {
    if (!idle.isEmpty()) {
      return idle.pop();
    }
    Carrier one = new Carrier();
    all.add(one);
    return one;
  }

  private void handTo(Carrier next) {
    running = next;
    if (next.getState() == Thread.State.NEW) {
      next.start();
    } else {
      LockSupport.unpark(next);
    }
  }

  @Override
  public void close() {
    closed = true;
    all.forEach(LockSupport::unpark);
  }

  /** A thread whose interrupts are a part of the simulation. */
  final class Carrier extends Thread {
    private boolean interrupted;
    private Runnable whenInterrupted = () -> {};

    private Carrier() {
      super("simulation");
      setDaemon(true);
    }

    @Override
    public void run() {
      while (awaitTurn()) {
        takeSteps();
      }
    }

    private void takeSteps() {
      try {
        while (running == this && !over) {
          boolean isLast = !step.getAsBoolean();
          // A step that has woken another thread runs beside it from then on.
          if (running == this && isLast) {
            over = true;
          }
        }
      } catch (WorldIsOver ended) {
        over = true;
      } catch (Throwable failure) {
        over = true;
        done.completeExceptionally(failure);
      }
      if (running == this) {
        endNext();
      }
    }

    // What waits ends one after the other; each continues here once it has.
    private void endNext() {
      idle.push(this);
      Carrier next = waiting.poll();
      if (next != null) {
        handTo(next);
      } else {
        running = null;
        done.complete(null);
      }
    }

    private boolean awaitTurn() {
      while (running != this && !closed) {
        LockSupport.park(this);
      }
      return running == this;
    }

    @Override
    public void interrupt() {
      interrupted = true;
      whenInterrupted.run();
    }

    /** Whether there was an interrupt, which is forgotten. */
    boolean takeInterrupt() {
      boolean was = interrupted;
      interrupted = false;
      return was;
    }

    void whenInterrupted(Runnable wake) {
      whenInterrupted = wake;
    }
  }
}
