package io.duetime.bench.wheel;

/** Pending timers whose time can be moved. */
interface ExpiringTimers extends PendingTimers {

  /** Lets time run until something expires, and schedules that anew; returns how many did. */
  int expireNext();
}
