package io.duetime;

/**
 * What happens to the ticks that have a job which was never begun, when their recurring definition
 * changes or is removed. Jobs that were begun always stay.
 */
public enum PendingTicks {
  /** Their jobs are withdrawn, also those that are due already. The default. */
  WITHDRAW,
  /** Their jobs stay as they were scheduled. */
  KEEP
}
