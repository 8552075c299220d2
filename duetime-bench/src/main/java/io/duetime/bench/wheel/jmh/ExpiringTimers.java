package io.duetime.bench.wheel.jmh;

/** Pending timers whose time can be moved. */
interface ExpiringTimers extends PendingTimers {

  /** Lets time run until timers expire and schedules those again; returns how many expired. */
  int expireNext();
}
