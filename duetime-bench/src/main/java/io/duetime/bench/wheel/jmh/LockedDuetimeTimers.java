package io.duetime.bench.wheel.jmh;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Duetime's wheel with a lock around each call, as the engines use it: no longer one thread's. */
final class LockedDuetimeTimers implements ExpiringTimers {
  private final Lock lock = new ReentrantLock();
  private final DuetimeTimers timers;

  LockedDuetimeTimers(int pending, DelaySequence delays) {
    timers = new DuetimeTimers(pending, delays);
  }

  @Override
  public void schedule(int index, long delayMillis) {
    lock.lock();
    try {
      timers.schedule(index, delayMillis);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void cancel(int index) {
    lock.lock();
    try {
      timers.cancel(index);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int expireNext() {
    lock.lock();
    try {
      return timers.expireNext();
    } finally {
      lock.unlock();
    }
  }
}
