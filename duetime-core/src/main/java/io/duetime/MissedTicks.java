package io.duetime;

/** What happens to ticks that passed while no process was open or the definition was paused. */
public enum MissedTicks {
  /** Only the latest tick runs. The default. */
  LATEST,
  /** All ticks run, at most the latest 1,000; the others are counted as skipped. */
  ALL,
  /** No missed tick runs. */
  NONE
}
