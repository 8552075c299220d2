package io.duetime;

/**
 * What happens to ticks that are missed: whose job has not started when the next tick becomes due,
 * or that passed while no process was open or the definition was paused. A tick that was moved by
 * hand or released with a delay is not missed.
 */
public enum MissedTicks {
  /**
   * Only the latest tick runs, in the place of the first one that waited: it takes over its due
   * time. The default.
   */
  LATEST,
  /** All ticks run; of those that passed in a pause at most the latest 1,000. */
  ALL,
  /**
   * No missed tick runs. A tick is also missed when it has not started within the {@linkplain
   * RecurringRequest.Builder#grace grace time} after its moment.
   */
  NONE
}
