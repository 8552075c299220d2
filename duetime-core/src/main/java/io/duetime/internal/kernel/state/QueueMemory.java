package io.duetime.internal.kernel.state;

import io.duetime.QueueSettings;
import io.duetime.internal.kernel.recurring.RecurringState;
import java.util.List;

/**
 * What a queue keeps except its jobs, as read when the store was opened.
 *
 * @param fenceFloor no fence at or below this one may be given
 * @param past what is kept of the past
 */
public record QueueMemory(
    QueueSettings settings, List<RecurringState> recurring, long fenceFloor, List<PastSpan> past) {
  /** A queue that is used for the first time. */
  public static final QueueMemory NEW =
      new QueueMemory(QueueSettings.DEFAULT, List.of(), 0, List.of());
}
