package io.duetime.engine;

/**
 * Hears that something may be claimable earlier than the last claim was told. Signals may be lost,
 * doubled or late; they are never the only way to learn of a due job: an engine that several
 * processes share makes lost ones good by itself within a second. Called on the engine's thread: it
 * must not block.
 */
@FunctionalInterface
public interface Watcher {
  /** One signal. */
  void signal(Signal signal);

  /**
   * What changed.
   *
   * @param queue the queue
   * @param shard the shard; for SHARDS the first of the newest epoch
   * @param kind what happened
   * @param comeBackAtMillis the moment to come back, for all kinds but SHARDS
   * @param claimNumber the number of the claim that PROGRESS and HANDED_ON tell of, otherwise 0;
   *     see {@link ClaimResult#claimNumber}
   */
  record Signal(String queue, ShardId shard, Kind kind, long comeBackAtMillis, long claimNumber) {
    /** A signal about no particular claim. */
    public Signal(String queue, ShardId shard, Kind kind, long comeBackAtMillis) {
      this(queue, shard, kind, comeBackAtMillis, 0);
    }
  }

  /** Kinds of signals. */
  enum Kind {
    /** The come-back time moved earlier. */
    EARLIER,
    /**
     * Another process has claimed after this one did, and keeps the time from now on: whoever hears
     * it need only stand by.
     */
    PROGRESS,
    /**
     * Whoever kept the time has no room for more, or more than it can take: another is to go on.
     */
    HANDED_ON,
    /** The set of shards has changed. */
    SHARDS
  }

  /** Ends the watching; may be called twice. */
  @FunctionalInterface
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
