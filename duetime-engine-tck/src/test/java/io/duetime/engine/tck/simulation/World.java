package io.duetime.engine.tck.simulation;

import io.duetime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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

  /** Beyond the end of any run, and nanoseconds can count it. */
  private static final Duration FAR = Duration.ofDays(10_000);

  final SplittableRandom random;
  private final SplittableRandom order;
  private final Carriers carriers;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private final List<Node> processes = new ArrayList<>();
  private Consumer<Supplier<String>> trace = what -> {};
  private long now;
  private long before;
  private long end;
  private long numbers;
  private long hash;
  private int steps;
  private @Nullable Node current;
  private @Nullable AssertionError violation;

  World(long seed, Carriers carriers) {
    SplittableRandom seeds = new SplittableRandom(seed);
    this.random = seeds.split();
    this.order = seeds.split();
    this.carriers = carriers;
  }

  /** A task that goes to one of the lists of a process when it is due. */
  private record Event(long at, long number, Collection<Task> list, Task task) {}

  private static final class Task {
    private final Runnable what;
    private boolean cancelled;

    Task(Runnable what) {
      this.what = what;
    }

    void run() {
      if (!cancelled) {
        what.run();
      }
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

  /** A number that depends on all that has happened. */
  long hash() {
    return hash;
  }

  int steps() {
    return steps;
  }

  void traceTo(Consumer<String> sink) {
    trace = what -> sink.accept(Duration.ofNanos(now) + " " + what.get());
  }

  /** Makes a number part of what happened. */
  void mix(long what) {
    hash = 31 * hash + what;
  }

  /** Makes something part of what happened. */
  void note(String what) {
    mix(what.hashCode());
    trace.accept(() -> what);
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
    int choices = choices();
    while (choices == 0 && violation == null) {
      if (!moveOn()) {
        return false;
      }
      choices = choices();
    }
    if (violation == null && ++steps > MOST_STEPS) {
      violated("no progress in " + steps + " steps");
    }
    if (violation == null) {
      run(order.nextInt(choices));
    }
    return violation == null;
  }

  private int choices() {
    return processes.stream().mapToInt(Node::choices).sum();
  }

  private void run(int choice) {
    int left = choice;
    for (Node one : processes) {
      int mine = one.choices();
      if (left < mine) {
        mix(left);
        mix(now);
        current = one;
        Carriers.me().takeInterrupt();
        one.take(left).run();
        return;
      }
      left -= mine;
    }
  }

  private boolean moveOn() {
    events.removeIf(event -> event.task.cancelled);
    before = now;
    if (events.isEmpty() || events.peek().at > end) {
      now = end;
      return false;
    }
    now = events.peek().at;
    while (!events.isEmpty() && events.peek().at == now) {
      Event due = events.poll();
      due.list.add(due.task);
    }
    return true;
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
      if (choice == ready.size()) {
        return timers.remove();
      }
      Collections.swap(ready, choice, ready.size() - 1);
      return ready.remove(ready.size() - 1);
    }

    private Task put(Duration delay, Runnable what, Collection<Task> list) {
      long nanos = Collections.min(List.of(FAR, delay)).toNanos();
      Task task = new Task(what);
      events.add(new Event(now + Math.max(0, nanos), numbers++, list, task));
      return task;
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
      trace.accept(() -> name + " " + what.get());
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
      Task timer = put(delay, task, timers);
      return () -> timer.cancelled = true;
    }

    @Override
    public void execute(Runnable task) {
      if (lagNanos > 0 && random.nextInt(4) == 0) {
        put(Duration.ofNanos(random.nextLong(lagNanos)), task, ready);
      } else {
        ready.add(new Task(task));
      }
    }

    /** Runs a task after a delay, in no order with others. */
    void later(Duration delay, Runnable task) {
      if (delay.isZero()) {
        ready.add(new Task(task));
      } else {
        put(delay, task, ready);
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
