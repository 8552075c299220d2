package io.duetime.kernel.state;

import io.duetime.QueueSettings;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import org.jspecify.annotations.Nullable;

/** Holds what the components of a queue share about it. */
public final class QueueState {
  private final String queue;
  private final JobTable table;
  private final EventCounts events;
  private final WakeUp wakeUp = new WakeUp();
  private final NextMaintenance maintenance;
  private QueueSettings settings;

  public QueueState(String queue, JobTable table, QueueSettings settings, EventCounts events) {
    this.queue = queue;
    this.table = table;
    this.settings =
        settings.version().isPresent() ? settings : settings.toBuilder().version(0).build();
    this.events = events;
    this.maintenance =
        new NextMaintenance(table.count(Stage.WAITING) + table.count(Stage.LEASED) > 0);
  }

  public String queue() {
    return queue;
  }

  public JobTable table() {
    return table;
  }

  public EventCounts events() {
    return events;
  }

  public WakeUp wakeUp() {
    return wakeUp;
  }

  public NextMaintenance maintenance() {
    return maintenance;
  }

  public QueueSettings settings() {
    return settings;
  }

  public void settings(QueueSettings changed) {
    this.settings = changed;
  }

  /** Whether no other job may wait or run: a running job may come back at any time. */
  public boolean isFull() {
    long max = settings.maxWaiting();
    return max > 0 && table.count(Stage.WAITING) + table.count(Stage.LEASED) >= max;
  }

  /** The job under an id, unless it is remembered no longer. */
  public @Nullable JobHead known(String id, long now) {
    JobHead head = table.find(id);
    return head == null || isForgotten(head, now) ? null : head;
  }

  /** Whether a job has ended and is remembered no longer, or not kept among the dead. */
  public boolean isForgotten(JobHead head, long now) {
    return head.stage() == Stage.DEAD ? head.moment() <= deadUntil(now) : head.isForgottenAt(now);
  }

  /** Jobs that died up to this moment are not kept; -1 where all are. */
  public long deadUntil(long now) {
    long retention = settings.deadRetention().toMillis();
    return retention == 0 ? -1 : now - retention;
  }
}
