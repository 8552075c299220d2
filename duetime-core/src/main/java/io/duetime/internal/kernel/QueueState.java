package io.duetime.internal.kernel;

import io.duetime.QueueSettings;
import io.duetime.internal.kernel.JobHead.Stage;
import org.jspecify.annotations.Nullable;

/** What the parts of a {@link QueueKernel} share about its queue. */
final class QueueState {
  final String queue;
  final JobTable table;
  final EventCounts events;
  final WakeUp wakeUp = new WakeUp();
  final NextUpkeep upkeep;
  private QueueSettings settings;

  QueueState(String queue, JobTable table, QueueSettings settings, EventCounts events) {
    this.queue = queue;
    this.table = table;
    this.settings =
        settings.version().isPresent() ? settings : settings.toBuilder().version(0).build();
    this.events = events;
    this.upkeep = new NextUpkeep(table.count(Stage.WAITING) + table.count(Stage.LEASED) > 0);
  }

  QueueSettings settings() {
    return settings;
  }

  void settings(QueueSettings changed) {
    this.settings = changed;
  }

  /** Whether no other job may wait. */
  boolean isFull() {
    return isFull(settings.maxWaiting());
  }

  /** Whether as many jobs wait as {@code maxWaiting} says; 0 for no limit. */
  boolean isFull(long maxWaiting) {
    return maxWaiting > 0 && table.count(Stage.WAITING) >= maxWaiting;
  }

  /** The job under an id, unless it is remembered no longer. */
  @Nullable JobHead known(String id, long now) {
    JobHead head = table.find(id);
    return head == null || isForgotten(head, now) ? null : head;
  }

  /** Whether a job has ended and is remembered no longer, or not kept among the dead. */
  boolean isForgotten(JobHead head, long now) {
    return head.stage() == Stage.DEAD ? head.moment() <= deadUntil(now) : head.isForgottenAt(now);
  }

  /** Jobs that died up to this moment are not kept; -1 where all are. */
  long deadUntil(long now) {
    long retention = settings.deadRetention().toMillis();
    return retention == 0 ? -1 : now - retention;
  }
}
