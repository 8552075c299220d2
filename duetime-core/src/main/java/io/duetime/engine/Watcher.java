package io.duetime.engine;

/**
 * Receives signals that a job may be claimable earlier than the last claim was told, or that a
 * running one was cancelled. Signals may be lost, doubled or late; they are never the only way to
 * learn of a due or cancelled job. An engine that several processes share makes up for lost signals
 * within a second. Called on the engine's thread: it must not block.
 */
@FunctionalInterface
public interface Watcher {
  /** Receives a signal. */
  void signal(Signal signal);

  /**
   * What changed.
   *
   * @param queue the queue
   * @param shard the shard; for SHARDS the first of the newest epoch
   * @param kind what happened
   * @param comeBackAtMillis when to claim again, for all kinds except SHARDS and CANCEL_REQUESTED
   * @param claimNumber the number of the claim that PROGRESS and HANDED_ON are about, otherwise 0;
   *     see {@link ClaimResult#claimNumber}
   */
  record Signal(String queue, ShardId shard, Kind kind, long comeBackAtMillis, long claimNumber) {
    /** Creates a signal that is not about a claim. */
    public Signal(String queue, ShardId shard, Kind kind, long comeBackAtMillis) {
      this(queue, shard, kind, comeBackAtMillis, 0);
    }
  }

  /** Kinds of signals. */
  enum Kind {
    /** The time to claim again moved earlier. */
    EARLIER,
    /**
     * Another process has claimed after this one and now keeps the time; this process is on
     * standby.
     */
    PROGRESS,
    /** The process that kept the time has no room for more jobs; another process should claim. */
    HANDED_ON,
    /** The set of shards has changed. */
    SHARDS,
    /**
     * A running job of the shard was cancelled: its consumer learns which one when it extends its
     * leases.
     */
    CANCEL_REQUESTED
  }

  /** Ends the subscription; may be called twice. */
  @FunctionalInterface
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
