package io.duetime;

/**
 * What happens to a tick whose moment comes while an earlier job of its recurring definition has
 * begun and not ended: it runs, it waits for a retry or after a release, or it was redriven or run
 * now.
 */
public enum Overlap {
  /** The tick runs beside the earlier job. The default. */
  ALLOW,
  /** The tick is dropped and counts as missed. A run now is refused. */
  SKIP,
  /**
   * The tick waits and becomes due when the earlier job ends. {@link MissedTicks} decides how many
   * wait: under LATEST one, under ALL each, one after the other. A run now waits, too.
   */
  WAIT
}
