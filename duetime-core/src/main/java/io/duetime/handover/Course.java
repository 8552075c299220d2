package io.duetime.handover;

/** How the jobs of a queue go to their publisher: freely, or in the order of their keys. */
interface Course extends AutoCloseable {
  /** How many messages wait for their confirm. */
  int inFlight();

  /** Ends it, and waits for confirms up to the close limit. */
  @Override
  void close();
}
