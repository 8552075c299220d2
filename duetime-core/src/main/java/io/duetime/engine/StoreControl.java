package io.duetime.engine;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Controls the store itself: its clock, maintenance and health. */
public interface StoreControl {
  /** Answers the store's clock, in whole milliseconds, rounded down. */
  CompletionStage<Long> nowMillis();

  /**
   * Runs one bounded maintenance step: settles lost leases, buries or drops expired jobs, creates
   * the jobs of recurring ticks, deletes jobs whose retention is over, copies dead jobs. Safe to
   * repeat and to run in several processes at once.
   */
  CompletionStage<Maintenance> maintain();

  /** Checks the store's health. */
  CompletionStage<List<Finding>> selfCheck();

  /** The capabilities of this engine. */
  Capabilities capabilities();
}
