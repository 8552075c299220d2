package io.duetime;

/** What becomes of ticks that passed while no process was open or the definition was paused. */
public enum MissedTicks {
  /** Only the latest runs; what holds unless asked otherwise. */
  LATEST,
  /** All run, at most the latest 1,000; the rest are counted. */
  ALL,
  /** None runs. */
  NONE
}
