package io.duetime.bench.wheel;

/** Nanoseconds per timer: for scheduling all, for cancelling all, for those that expired. */
record Cost(double schedule, double cancel, double expire) {

  Cost plus(Cost other) {
    return new Cost(schedule + other.schedule, cancel + other.cancel, expire + other.expire);
  }

  double scheduleAndCancel() {
    return schedule + cancel;
  }

  double scheduleAndExpire() {
    return schedule + expire;
  }
}
