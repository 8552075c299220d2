package io.duetime.bench.wheel;

/** Nanoseconds per timer: for scheduling all, for cancelling all, for those that expired. */
record TimerCost(double schedule, double cancel, double expire) {

  TimerCost plus(TimerCost other) {
    return new TimerCost(schedule + other.schedule, cancel + other.cancel, expire + other.expire);
  }

  double scheduleAndCancel() {
    return schedule + cancel;
  }

  double scheduleAndExpire() {
    return schedule + expire;
  }
}
