package io.duetime.engine;

/**
 * Hears that something may be claimable earlier than the last claim was told. Signals may be lost,
 * doubled or late; they are never the only way to learn of a due job. Called on the engine's
 * thread: it must not block.
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
   * @param comeBackAtMillis the earlier moment to come back, for EARLIER
   */
  record Signal(String queue, ShardId shard, Kind kind, long comeBackAtMillis) {}

  /** Kinds of signals. */
  enum Kind {
    /** The come-back time moved earlier. */
    EARLIER,
    /** Somebody has just claimed from the shard: whoever stands by may go on doing so. */
    PROGRESS,
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
