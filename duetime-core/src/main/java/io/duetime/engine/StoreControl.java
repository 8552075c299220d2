package io.duetime.engine;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** The store itself: its clock, its upkeep, its health. */
public interface StoreControl {
  /** The store's clock, in whole milliseconds, rounded down. */
  CompletionStage<Long> nowMillis();

  /**
   * Does a bounded part of what must happen by itself: settles lost leases, buries what expired,
   * makes recurring ticks, forgets what need not be remembered any longer, copies dead jobs.
   * Harmless when repeated or done by several at once.
   */
  CompletionStage<Maintenance> maintain();

  /** Looks the store over. */
  CompletionStage<List<Finding>> selfCheck();

  /** What this engine offers. */
  Capabilities capabilities();
}
