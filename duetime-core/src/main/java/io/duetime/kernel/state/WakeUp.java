package io.duetime.kernel.state;

/**
 * Notices when jobs may be claimable earlier than the last claim was told, so that a claimer that
 * sleeps until then can be woken, and when a running job was cancelled. A signal is never missing;
 * some signals are needless.
 */
public final class WakeUp {
  private long told = JobTable.NEVER;
  private long earlier = JobTable.NEVER;
  // While a limit is reached, a job that becomes due before this moment changes nothing.
  private long limitedUntil;
  private boolean cancelRequested;

  /** Something may be claimable from this moment on. */
  public void mayComeAt(long moment) {
    long from = Math.max(moment, limitedUntil);
    if (from < told) {
      told = from;
      earlier = from;
    }
  }

  /**
   * A claim was told to come back at this moment, and that no limit allows anything before the
   * other.
   */
  public void told(long comeBackAt, long allowedFrom) {
    told = comeBackAt;
    limitedUntil = allowedFrom;
  }

  /** A limit has been lifted or has room again. */
  public void unlimited() {
    limitedUntil = 0;
  }

  /**
   * The moment to signal, or {@link JobTable#NEVER} when nothing has become earlier since the last
   * call.
   */
  public long takeSignal() {
    long signal = earlier;
    earlier = JobTable.NEVER;
    return signal;
  }

  /** A running job was cancelled. */
  public void cancelRequested() {
    cancelRequested = true;
  }

  /** Whether a running job was cancelled since the last call. */
  public boolean takeCancelRequested() {
    boolean signal = cancelRequested;
    cancelRequested = false;
    return signal;
  }
}
