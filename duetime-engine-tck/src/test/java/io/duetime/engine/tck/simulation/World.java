package io.duetime.engine.tck.simulation;

import io.duetime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time, and the tasks and timers of several processes. The seed chooses which task is next;
 * time moves on when none is left. Timers of one process fire in their order, as on its one timer
 * thread.
 */
final class World {
  static final Instant START = Instant.parse("2026-03-01T06:00:00Z");

  /** More than any run needs: beyond, it makes no progress. */
  private static final int MOST_STEPS = 400_000;

  final SplittableRandom random;
  private final SplittableRandom order;
  private final Carriers carriers;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private final List<Node> processes = new ArrayList<>();
  private final List<Consumer<String>> traces = new ArrayList<>();
  private long now;
  private long before;
  private long end;
  private long numbers;
  private long hash;
  private int steps;
  private long lateNanos;
  private @Nullable Node current;
  private @Nullable AssertionError violation;

  World(long seed, Carriers carriers) {
    SplittableRandom seeds = new SplittableRandom(seed);
    this.random = seeds.split();
    this.order = seeds.split();
    this.carriers = carriers;
  }

  private record Event(long at, long number, Node process, Task task, boolean isTimer) {}

  private static final class Task {
    private final Runnable what;
    private boolean cancelled;

    Task(Runnable what) {
      this.what = what;
    }
  }

  Node process(String name) {
    Node one = new Node(name);
    processes.add(one);
    return one;
  }

  /** Monotonic time in nanoseconds. */
  long nanos() {
    return now;
  }

  /** The moment before the present one: all that was due by then has run. */
  long nanosBefore() {
    return before;
  }

  Instant instant() {
    return START.plusNanos(now);
  }

  /** Lets timers be late by up to so much, several at a time. */
  void late(Duration most) {
    lateNanos = most.toNanos();
  }

  /** A number that depends on all that has happened. */
  long hash() {
    return hash;
  }

  int steps() {
    return steps;
  }

  void traceTo(Consumer<String> sink) {
    traces.add(sink);
  }

  void mix(int what) {
    hash = 31 * hash + what;
  }

  private void trace(Supplier<String> what) {
    traces.forEach(sink -> sink.accept(Duration.ofNanos(now) + " " + what.get()));
  }

  /** Makes something part of what happened. */
  void note(String what) {
    mix(what.hashCode());
    trace(() -> what);
  }

  /** Ends the run as failed. */
  void violated(String what) {
    if (violation == null) {
      note("VIOLATION " + what);
      violation = new AssertionError(what + ", after " + Duration.ofNanos(now));
    }
  }

  /** Runs for a time. */
  void run(Duration time) {
    end = now + time.toNanos();
    carriers.run(this::step);
    rethrow();
  }

  /** Fails if something was violated. */
  void rethrow() {
    if (violation != null) {
      throw violation;
    }
  }

  // Answers whether there is more to do. What follows a task may run beside the next step.
  private boolean step() {
    if (violation != null) {
      return false;
    }
    int choices = choices();
    while (choices == 0) {
      if (!moveOn()) {
        return false;
      }
      choices = choices();
    }
    if (++steps > MOST_STEPS) {
      violated("no progress in " + steps + " steps");
      return false;
    }
    int choice = order.nextInt(choices);
    for (Node one : processes) {
      int mine = one.choices();
      if (choice < mine) {
        hash = 31 * (31 * hash + choice) + now;
        current = one;
        Carriers.me().takeInterrupt();
        one.take(choice).what.run();
        return true;
      }
      choice -= mine;
    }
    throw new IllegalStateException("no such choice");
  }

  private int choices() {
    int all = 0;
    for (Node one : processes) {
      all += one.choices();
    }
    return all;
  }

  private boolean moveOn() {
    while (!events.isEmpty() && events.peek().task.cancelled) {
      events.poll();
    }
    if (events.isEmpty() || events.peek().at > end) {
      before = now;
      now = end;
      return false;
    }
    before = now;
    now = Math.max(now, events.peek().at + (lateNanos > 0 ? late() : 0));
    while (!events.isEmpty() && events.peek().at <= now) {
      Event due = events.poll();
      if (!due.task.cancelled) {
        (due.isTimer ? due.process.timers : due.process.ready).add(due.task);
      }
    }
    return true;
  }

  private long late() {
    return random.nextInt(50) == 0 ? random.nextLong(lateNanos) : 0;
  }

  private Task put(Node process, long delayNanos, Runnable what, boolean isTimer) {
    Task task = new Task(what);
    long at = delayNanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, delayNanos);
    events.add(new Event(at, numbers++, process, task, isTimer));
    return task;
  }

  /** A process: what it runs, and its clocks. */
  final class Node implements TimeSource, Executor {
    final String name;
    private final List<Task> ready = new ArrayList<>();
    private final Deque<Task> timers = new ArrayDeque<>();
    private Duration clockOffset = Duration.ZERO;
    private long lagNanos;
    private boolean paused;
    private boolean dead;
    private long ranSince;

    Node(String name) {
      this.name = name;
    }

    private int choices() {
      return paused || dead ? 0 : ready.size() + (timers.isEmpty() ? 0 : 1);
    }

    private Task take(int choice) {
      Task task;
      if (choice == ready.size()) {
        task = timers.remove();
      } else {
        task = ready.get(choice);
        Task last = ready.remove(ready.size() - 1);
        if (task != last) {
          ready.set(choice, last);
        }
      }
      return task.cancelled ? new Task(() -> {}) : task;
    }

    boolean isRunning() {
      return current == this;
    }

    /** Since when it has run without a pause; empty time while it does not run. */
    long ranSince() {
      return paused || dead ? Long.MAX_VALUE : ranSince;
    }

    boolean isDead() {
      return dead;
    }

    /** Tells what is not part of what happened. */
    void trace(Supplier<String> what) {
      World.this.trace(() -> name + " " + what.get());
    }

    /** Runs nothing more. */
    void die() {
      dead = true;
      ready.clear();
      timers.clear();
      note(name + " dies");
    }

    void pause(Node other, Duration time) {
      if (paused) {
        return;
      }
      note(name + " pauses for " + time);
      paused = true;
      other.after(time, this::resume);
    }

    void resume() {
      if (paused) {
        paused = false;
        ranSince = now;
      }
    }

    void stepClock(Duration by) {
      note(name + " steps its clock by " + by);
      clockOffset = clockOffset.plus(by);
    }

    /** Lets tasks begin late by up to so much. */
    void lag(Duration most) {
      lagNanos = most.toNanos();
    }

    @Override
    public Instant instant() {
      return World.this.instant().plus(clockOffset);
    }

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
      boolean isFar = delay.compareTo(Duration.ofDays(10_000)) > 0;
      Task timer = put(this, isFar ? Long.MAX_VALUE : delay.toNanos(), task, true);
      return () -> timer.cancelled = true;
    }

    @Override
    public void execute(Runnable task) {
      if (lagNanos > 0 && random.nextInt(4) == 0) {
        put(this, random.nextLong(lagNanos), task, false);
      } else {
        ready.add(new Task(task));
      }
    }

    /** Runs a task after a delay, in no order with others. */
    void later(Duration delay, Runnable task) {
      if (delay.isZero()) {
        ready.add(new Task(task));
      } else {
        put(this, delay.toNanos(), task, false);
      }
    }

    @Override
    public void await(CompletableFuture<?> future) throws InterruptedException {
      Wait wait = new Wait();
      CompletableFuture<?> unused = future.whenComplete((done, failure) -> wait.soon());
      wait.until(Long.MAX_VALUE, future);
    }

    /** Sleeps on the present thread, until an interrupt. */
    void sleep(Duration time) throws InterruptedException {
      Wait wait = new Wait();
      after(time, wait::wake);
      wait.until(now + time.toNanos(), new CompletableFuture<>());
    }

    private final class Wait {
      private final Carriers.Carrier carrier = Carriers.me();
      private boolean waits;

      void until(long moment, CompletableFuture<?> future) throws InterruptedException {
        carrier.whenInterrupted(this::soon);
        try {
          while (!future.isDone() && now < moment) {
            if (carrier.takeInterrupt()) {
              throw new InterruptedException("simulated");
            }
            waits = true;
            carriers.await();
          }
        } finally {
          waits = false;
          carrier.whenInterrupted(() -> {});
        }
      }

      void soon() {
        if (waits) {
          ready.add(new Task(this::wake));
        }
      }

      void wake() {
        if (waits) {
          waits = false;
          carriers.wake(carrier);
        }
      }
    }
  }
}
