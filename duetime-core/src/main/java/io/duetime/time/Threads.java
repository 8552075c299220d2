package io.duetime.time;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Makes the threads of this library, each named after its duty. */
public final class Threads {
  private static final long IDLE_SECONDS = 10;
  private static final int FIRST_WITH_VIRTUAL = 21;

  private Threads() {}

  /** Daemon threads called {@code name-1}, {@code name-2}, … */
  public static ThreadFactory daemons(String name) {
    return numbered(name, true);
  }

  /** Threads called {@code name-1}, …, which keep the JVM alive. */
  public static ThreadFactory keepingAlive(String name) {
    return numbered(name, false);
  }

  /** A pool of at most {@code size} threads, made as they are needed; they keep the JVM alive. */
  public static ExecutorService pool(String name, int size) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            keepingAlive(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * A pool of as many daemon threads as there are tasks at once; what comes after its end runs on
   * the thread that brings it, so that no caller waits for ever.
   */
  public static ExecutorService elastic(String name) {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        daemons(name),
        (task, pool) -> task.run());
  }

  /** A virtual thread for every task, called {@code name-1}, …; empty before Java 21. */
  public static Optional<ExecutorService> virtual(String name) {
    if (Runtime.version().feature() < FIRST_WITH_VIRTUAL) {
      return Optional.empty();
    }
    try {
      return Optional.of(virtualPerTask(name + "-"));
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable missing) {
      throw new IllegalStateException("a JVM of its age has virtual threads", missing);
    }
  }

  // Thread.ofVirtual().name(prefix, 1).factory(), by handles: this code is compiled for Java 17.
  private static ExecutorService virtualPerTask(String prefix) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    Class<?> builder = Class.forName("java.lang.Thread$Builder");
    Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
    MethodHandle begin =
        lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual));
    MethodHandle name =
        lookup.findVirtual(
            builder, "name", MethodType.methodType(builder, String.class, long.class));
    MethodHandle factory =
        lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
    MethodHandle perTask =
        lookup.findStatic(
            Executors.class,
            "newThreadPerTaskExecutor",
            MethodType.methodType(ExecutorService.class, ThreadFactory.class));
    Object named = name.invoke(begin.invoke(), prefix, 1L);
    return (ExecutorService) perTask.invoke((ThreadFactory) factory.invoke(named));
  }

  /** Waits for the end of a thread, also when interrupted; then the interrupt stays. */
  public static void awaitEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException interruption) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static ThreadFactory numbered(String name, boolean daemon) {
    AtomicLong next = new AtomicLong(1);
    return task -> {
      Thread thread = new Thread(task, name + "-" + next.getAndIncrement());
      thread.setDaemon(daemon);
      return thread;
    };
  }
}
