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
    public void close() {
      queue.clear();
    }
  }

  /** Timers that are cancelled by what scheduling has returned. */
  private abstract static class Timers<T> implements Peer {
    private final Map<String, T> timers = new ConcurrentHashMap<>();
    private volatile Consumer<Job> handler = job -> {};

    abstract T start(Job job, long delayMillis);

    abstract boolean cancel(T timer);

    final void expire(Job job) {
      timers.remove(job.id());
      handler.accept(job);
    }

    @Override
    public final void schedule(Job job) {
      timers.put(job.id(), start(job, job.delayMillis()));
    }

    @Override
    public void consume(int consumers, Consumer<Job> consumer) {
      handler = consumer;
    }

    @Override
    public final boolean cancel(Job job) {
      T timer = timers.remove(job.id());
      return timer != null && cancel(timer);
    }

    @Override
    public final boolean move(Job job, long dueMillis) {
      boolean isCancelled = cancel(job);
      schedule(new Job(job.id(), dueMillis, job.payload()));
      return isCancelled;
    }
  }

  /** A {@code ScheduledThreadPoolExecutor} whose tasks are the jobs. */
  static final class Executor extends Timers<Future<?>> {
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(16);

    Executor() {
      executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    Future<?> start(Job job, long delayMillis) {
      return executor.schedule(() -> expire(job), delayMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    boolean cancel(Future<?> timer) {
      return timer.cancel(false);
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }

  /** Netty's {@code HashedWheelTimer} with a tick of a millisecond, and 16 threads that handle. */
  static final class Wheel extends Timers<Timeout> {
    private final HashedWheelTimer timer = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 65_536);
    private final BlockingQueue<Job> due = new LinkedBlockingQueue<>();

    @Override
    Timeout start(Job job, long delayMillis) {
      return timer.newTimeout(timeout -> due.add(job), delayMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    boolean cancel(Timeout timeout) {
      return timeout.cancel();
    }

    @Override
    public void consume(int consumers, Consumer<Job> consumer) {
      super.consume(consumers, consumer);
      loops(consumers, due::take, this::expire);
    }

    @Override
    public void close() {
      timer.stop();
    }
  }
}
