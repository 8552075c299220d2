package io.duetime.architecture.seed;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Each line makes threads in another way, the last one in an allowed one. */
public final class MakesThreads {
  public static final int WAYS = 3;

  Object[] ways(ThreadFactory given) {
    ThreadFactory byReference = Thread::new;
    return new Object[] {
      byReference,
      new Thread("seed"),
      Executors.newCachedThreadPool(),
      Executors.newCachedThreadPool(given)
    };
  }
}
