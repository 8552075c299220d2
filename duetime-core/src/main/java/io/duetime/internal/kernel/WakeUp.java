package io.duetime.internal.kernel;

/**
 * Notices when something may be claimable earlier than the last claim was told, so that whoever
 * sleeps until then can be woken. Never too seldom; sometimes too often.
 */
final class WakeUp {
  private long told = JobTable.NEVER;
  private long earlier = JobTable.NEVER;

  /** Something may be claimable from this moment on. */
  void mayComeAt(long moment) {
    if (moment < told) {
      told = moment;
      earlier = moment;
    }
  }

  /** A claim was told to come back at this moment. */
  void told(long comeBackAt) {
    told = comeBackAt;
  }

  /**
   * The moment to signal, or {@link JobTable#NEVER} when nothing has become earlier since the last
   * call.
   */
  long takeSignal() {
    long signal = earlier;
    earlier = JobTable.NEVER;
    return signal;
  }
}
