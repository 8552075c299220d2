package io.duetime.bench.peer;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** What the JDK and Netty have for timers in one process, which end with it. */
final class MemoryPeers {
  private static final int THREADS = 16;

  private MemoryPeers() {}

  /** Takes jobs one after the other. */
  interface Source {
    Job take() throws Exception;
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
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The JDK's, which removes the job that is equal. */
  static Peer delayQueue() {
    DelayQueue<Job> queue = new DelayQueue<>();
    return new JavaPeer(queue::add, (consumers, handler) -> loops(consumers, queue::take, handler))
        .cancel(queue::remove)
        .move(job -> queue.remove(job) && queue.add(job));
  }

  /** A {@code ScheduledThreadPoolExecutor} whose tasks are the jobs. */
  static Peer executor() {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(THREADS);
    executor.setRemoveOnCancelPolicy(true);
    Timers<Future<?>> timers = new Timers<>();
    return timers.peer(
        job ->
            executor.schedule(() -> timers.expire(job), job.delayMillis(), TimeUnit.MILLISECONDS),
        timer -> timer.cancel(false));
  }

  /** Netty's {@code HashedWheelTimer} with a tick of a millisecond, and threads that handle. */
  static Peer wheel() {
    HashedWheelTimer wheel = new HashedWheelTimer(1, TimeUnit.MILLISECONDS, 65_536);
    BlockingQueue<Job> due = new LinkedBlockingQueue<>();
    Timers<Timeout> timers = new Timers<>();
    loops(THREADS, due::take, timers::expire);
    return timers.peer(
        job -> wheel.newTimeout(end -> due.add(job), job.delayMillis(), TimeUnit.MILLISECONDS),
        Timeout::cancel);
  }

  /** Timers that are cancelled by what scheduling has returned. */
  private static final class Timers<T> {
    private final Map<String, T> started = new ConcurrentHashMap<>();
    private volatile Consumer<Job> handler = job -> {};

    void expire(Job job) {
      started.remove(job.id());
      handler.accept(job);
    }

    JavaPeer peer(Function<Job, T> start, Predicate<T> cancel) {
      JavaPeer.Call<Job> schedule = job -> started.put(job.id(), start.apply(job));
      JavaPeer.Change stop =
          job -> {
            T timer = started.remove(job.id());
            return timer != null && cancel.test(timer);
          };
      return new JavaPeer(schedule, (consumers, consumer) -> handler = consumer)
          .cancel(stop)
          .move(job -> {
            boolean isStopped = stop.make(job);
            schedule.make(job);
            return isStopped;
          });
    }
  }
}
