package io.duetime.bench;

import io.netty.util.HashedWheelTimer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The loop of Netty's worker thread, run on the calling thread and in virtual time.
 *
 * <p>The steps are Netty's own private methods. Their handles are constants, so that the compiler
 * inlines them here as it does in Netty's loop.
 */
final class NettyWorker {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** How many timers Netty takes out of its queue in one tick. */
  private static final int TAKEN_PER_TICK = 100_000;

  private static final Class<?> TIMER_TYPE = HashedWheelTimer.class;
  private static final Class<?> WORKER_TYPE = nested("Worker");
  private static final Class<?> BUCKET_TYPE = nested("HashedWheelBucket");

  private static final VarHandle START_TIME = field(TIMER_TYPE, "startTime", long.class);
  private static final VarHandle STARTED =
      field(TIMER_TYPE, "startTimeInitialized", CountDownLatch.class);
  private static final VarHandle WORKER = field(TIMER_TYPE, "worker", WORKER_TYPE);
  private static final VarHandle WHEEL = field(TIMER_TYPE, "wheel", BUCKET_TYPE.arrayType());
  private static final VarHandle TICK = field(WORKER_TYPE, "tick", long.class);

  private static final MethodHandle TAKE_CANCELLED = method(WORKER_TYPE, "processCancelledTasks");
  private static final MethodHandle TAKE_SCHEDULED =
      method(WORKER_TYPE, "transferTimeoutsToBuckets");
  private static final MethodHandle EXPIRE = method(BUCKET_TYPE, "expireTimeouts", long.class);

  private final HashedWheelTimer timer;
  private final Object worker;
  private final Object[] buckets;
  private long tick;

  NettyWorker(int ticksPerWheel) {
    timer =
        new HashedWheelTimer(
            this::standIn, 1, TimeUnit.MILLISECONDS, ticksPerWheel, /* leakDetection= */ false);
    worker = WORKER.get(timer);
    buckets = (Object[]) WHEEL.get(timer);
    timer.start();
  }

  HashedWheelTimer timer() {
    return timer;
  }

  /**
   * Makes the thread that Netty starts and waits for; all that it does is to set the start time.
   */
  private Thread standIn(Runnable loop) {
    return new Thread(this::setStartTime, "netty-stand-in");
  }

  private void setStartTime() {
    START_TIME.setVolatile(timer, System.nanoTime());
    ((CountDownLatch) STARTED.get(timer)).countDown();
  }

  /** Moves new timers from Netty's queue into its wheel. */
  void takeScheduled(int count) {
    for (int taken = 0; taken < count; taken += TAKEN_PER_TICK) {
      run(TAKE_SCHEDULED);
    }
  }

  /** Takes all timers in Netty's queue of cancelled ones out of its wheel. */
  void takeCancelled() {
    run(TAKE_CANCELLED);
  }

  void tickUntil(long untilMillis) {
    for (; tick <= untilMillis; tick++) {
      TICK.set(worker, tick);
      run(TAKE_CANCELLED);
      run(TAKE_SCHEDULED);
      try {
        EXPIRE.invokeExact(buckets[(int) tick & (buckets.length - 1)], (tick + 1) * TICK_NANOS);
      } catch (Throwable e) {
        throw new LinkageError("Netty's bucket", e);
      }
    }
  }

  private void run(MethodHandle step) {
    try {
      step.invokeExact(worker);
    } catch (Throwable e) {
      throw new LinkageError("Netty's worker", e);
    }
  }

  private static Class<?> nested(String name) {
    try {
      return Class.forName(TIMER_TYPE.getName() + "$" + name);
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }

  private static VarHandle field(Class<?> owner, String name, Class<?> type) {
    try {
      return inside(owner).findVarHandle(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  private static MethodHandle method(Class<?> owner, String name, Class<?>... parameters) {
    try {
      MethodType type = MethodType.methodType(void.class, parameters);
      MethodHandle found = inside(owner).findVirtual(owner, name, type);
      return found.asType(type.insertParameterTypes(0, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  private static Lookup inside(Class<?> owner) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
  }
}
