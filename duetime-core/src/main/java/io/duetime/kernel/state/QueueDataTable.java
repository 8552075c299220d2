package io.duetime.kernel.state;

import io.duetime.QueueSettings;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.state.PastTable.PastSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what a queue has except its jobs. Used by the thread that uses its {@link JobTable}. */
public interface QueueDataTable extends PastTable {
  /**
   * What a queue keeps except its jobs, as read when the store was opened.
   *
   * @param fenceFloor no fence at or below this one may be given
   * @param past what is kept of the past
   */
  record QueueMemory(
      QueueSettings settings,
      List<RecurringState> recurring,
      long fenceFloor,
      List<PastSpan> past) {
    public static final QueueMemory NEW =
        new QueueMemory(QueueSettings.DEFAULT, List.of(), 0, List.of());
  }

  void saveSettings(QueueSettings settings);

  /** Keeps a recurring definition with its last tick. */
  void saveRecurring(RecurringState state);

  void deleteRecurring(String name);

  /** Keeps a copy of a dead job that is still to be put into another queue. */
  void saveCopy(DeadCopy copy);

  /** Forgets a copy that has been made. */
  void deleteCopy(DeadCopy copy);

  List<DeadCopy> copies(int max);

  /** What was redriven for a task; null if nothing was, or it is forgotten. */
  @Nullable RedriveCounts redriven(String task);

  /** Keeps what was redriven for a task; null to forget it. */
  void saveRedriven(String task, @Nullable RedriveCounts redriven);

  /** Makes sure that no fence up to this one is given again, even after a crash. */
  void reserveFences(long upTo);
}
