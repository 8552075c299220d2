package io.duetime.kernel.transfer;

import io.duetime.QueueSettings;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.recurring.RecurringState;
import org.jspecify.annotations.Nullable;

/** One of the things a store holds; all of them together are the store. */
public sealed interface StoreEntry {
  /** The queue it belongs to, or null. */
  default @Nullable String queue() {
    return null;
  }

  /** No fence of a queue that was deleted is above this one. */
  record DeletedFences(long upTo) implements StoreEntry {}

  /** Numbers that were set aside for a queue. */
  record Numbers(NumberBlocks.Block block) implements StoreEntry {}

  /** A document of a server, which moves through the documents of an engine. */
  @SuppressWarnings("ArrayRecordComponent") // compared by tests alone, by content
  record ServerDocument(String collection, String name, byte[] content) implements StoreEntry {}

  /** A queue: its settings, and no fence up to that one may be given again. */
  record Queue(String queue, QueueSettings settings, long fences) implements StoreEntry {}

  /** A recurring definition with its last tick, without its version, which is that of one store. */
  record RecurringJob(String queue, RecurringState state) implements StoreEntry {
    /** Leaves the version out. */
    public RecurringJob {
      state = state.withVersion(io.duetime.engine.RecurringJob.ABSENT);
    }
  }

  /** A copy of a dead job that is still to be put into another queue. */
  record Copy(String queue, DeadCopy copy) implements StoreEntry {}

  /** A job in any stage. */
  record Job(String queue, WholeJob job) implements StoreEntry {}
}
