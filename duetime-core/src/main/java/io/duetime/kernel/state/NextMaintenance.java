package io.duetime.kernel.state;

/**
 * When a queue needs maintenance next, so that an idle queue costs one look at a number. The moment
 * is written by the thread that works on the queue and read by any; the rest is that thread's.
 */
public final class NextMaintenance {
  private volatile long at;
  private boolean mayExpire;

  /** Whether jobs that may expire were there before. */
  public NextMaintenance(boolean mayExpire) {
    this.mayExpire = mayExpire;
  }

  /** Maintenance has something to do at this moment. */
  public void notAfter(long moment) {
    if (moment < at) {
      at = moment;
    }
  }

  public void expiresAt(long moment) {
    mayExpire = true;
    notAfter(moment);
  }

  /** No job waits or runs. */
  public void nothingExpires() {
    mayExpire = false;
  }

  /** Whether a job that waits or runs may expire. */
  public boolean mayExpire() {
    return mayExpire;
  }

  /** Maintenance is done up to now; it is due again at this moment. */
  public void is(long moment) {
    at = moment;
  }

  public long at() {
    return at;
  }
}
