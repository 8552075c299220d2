package io.duetime.bench.peer;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What the JDK and Netty have for timers in one process, which end with it. */
final class InProcess {
  private InProcess() {}

  /** What the heap keeps. */
  static double heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Takes jobs one after the other. */
  interface Source {
    Job take() throws InterruptedException;
  }

  /** Starts threads that take jobs until the process ends. */
  static void loops(int consumers, Source source, Consumer<Job> handler) {
    for (int i = 0; i < consumers; i++) {
      Thread thread = new Thread(() -> loop(source, handler), "consumer-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void loop(Source source, Consumer<Job> handler) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        handler.accept(source.take());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** A {@code DelayQueue}. */
  static final class Queue implements Peer {
    private final DelayQueue<Element> queue = new DelayQueue<>();

    /** Equal by its id, as {@code remove} needs it. */
    private record Element(Job job) implements Delayed {
      @Override
      public long getDelay(TimeUnit unit) {
        return unit.convert(job.dueMillis() - System.currentTimeMillis(), TimeUnit.MILLISECONDS);
      }

      @Override
      public int compareTo(Delayed other) {
        return Long.compare(job.dueMillis(), ((Element) other).job.dueMillis());
      }

      @Override
      public boolean equals(Object other) {
        return other instanceof Element element && element.job.id().equals(job.id());
      }

      @Override
      public int hashCode() {
        return job.id().hashCode();
      }
    }

    @Override
    public void schedule(Job job) {
      queue.add(new Element(job));
    }

    @Override
    public void consume(int consumers, Consumer<Job> handler) {
      loops(consumers, () -> queue.take().job, handler);
    }

    @Override
    public boolean cancel(Job job) {
      return queue.remove(new Element(job));
    }

    @Override
    public boolean move(Job job, long dueMillis) {
      return cancel(job) && queue.add(new Element(new Job(job.id(), dueMillis, job.payload())));
    }

    @Override
    public double storedBytes() {
      return heapBytes();
    }

    @Override
    public void close() {
      queue.clear();
    }
  }

  /** A {@code ScheduledThreadPoolExecutor} whose tasks are the jobs. */
  static final class Executor implements Peer {
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(16);
    private final Map<String, Future<?>> tasks = new ConcurrentHashMap<>();
    private volatile Consumer<Job> handler = job -> {};

    Executor() {
      executor.setRemoveOnCancelPolicy(true);
      executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public void schedule(Job job) {
      tasks.put(
          job.id(),
          executor.schedule(
              () -> {
                tasks.remove(job.id());
                handler.accept(job);
              },
              job.delayMillis(),
              TimeUnit.MILLISECONDS));
    }

    @Override
    public void consume(int consumers, Consumer<Job> handler) {
      executor.setCorePoolSize(consumers);
      this.handler = handler;
    }

    @Override
    public boolean cancel(Job job) {
      Future<?> task = tasks.remove(job.id());
      return task != null && task.cancel(false);
    }

    @Override
    public boolean move(Job job, long dueMillis) {
      boolean isCancelled = cancel(job);
      schedule(new Job(job.id(), dueMillis, job.payload()));
      return isCancelled;
    }

    @Override
    public double storedBytes() {
      return heapBytes();
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }

  /** Netty's {@code HashedWheelTimer} with a tick of a millisecond. */
  static final class Wheel implements Peer {
    private final HashedWheelTimer timer = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 65_536);
    private final BlockingQueue<Job> due = new LinkedBlockingQueue<>();
    private final Map<String, Timeout> timeouts = new ConcurrentHashMap<>();

    @Override
    public void schedule(Job job) {
      timeouts.put(
          job.id(),
          timer.newTimeout(
              timeout -> {
                timeouts.remove(job.id());
                due.add(job);
              },
              job.delayMillis(),
              TimeUnit.MILLISECONDS));
    }

    @Override
    public void consume(int consumers, Consumer<Job> handler) {
      loops(consumers, due::take, handler);
    }

    @Override
    public boolean cancel(Job job) {
      Timeout timeout = timeouts.remove(job.id());
      return timeout != null && timeout.cancel();
    }

    @Override
    public boolean move(Job job, long dueMillis) {
      boolean isCancelled = cancel(job);
      schedule(new Job(job.id(), dueMillis, job.payload()));
      return isCancelled;
    }

    @Override
    public double storedBytes() {
      return heapBytes();
    }

    @Override
    public void close() {
      timer.stop();
    }
  }
}
