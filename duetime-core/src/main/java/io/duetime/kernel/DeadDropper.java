package io.duetime.kernel;

import io.duetime.QueueSettings;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.state.EventCounts.Event;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.QueueState;
import java.util.List;

/** Drops dead jobs, those that died first, where a queue keeps only so many, or for so long. */
record DeadDropper(QueueState state) {
  private static final int PER_DEATH = 100;

  /** A job has died, at a moment that may be in the past. */
  void died(JobHead dead) {
    QueueSettings settings = state.settings();
    if (settings.maxDead() > 0) {
      state.deadWarner().saw(state.table().count(Stage.DEAD), settings.maxDead());
      dropExcess(PER_DEATH);
    }
    state.maintenance().notAfter(nextAt(dead.moment()));
  }

  /** Drops up to {@code max} jobs and answers how many. */
  int drop(long now, int max) {
    state.deadWarner().saw(state.table().count(Stage.DEAD), state.settings().maxDead());
    int old = drop(state.table().dead().upTo(state.deadUntil(now), max));
    return old + dropExcess(max - old);
  }

  private int dropExcess(int max) {
    long most = state.settings().maxDead();
    long excess = most == 0 ? 0 : state.table().count(Stage.DEAD) - most;
    return excess <= 0
        ? 0
        : drop(state.table().dead().upTo(JobTable.NEVER - 1, (int) Math.min(excess, max)));
  }

  private int drop(List<JobHead> heads) {
    heads.forEach(this::drop);
    return heads.size();
  }

  void drop(JobHead head) {
    state.table().delete(head);
    state.events().add(Event.DEAD_DROPPED);
  }

  long nextAt() {
    long most = state.settings().maxDead();
    if (most > 0 && state.table().count(Stage.DEAD) > most) {
      return 0;
    }
    return state.settings().deadRetention().isZero()
        ? JobTable.NEVER
        : nextAt(state.table().dead().next());
  }

  private long nextAt(long death) {
    long retention = state.settings().deadRetention().toMillis();
    return retention == 0 || death == JobTable.NEVER ? JobTable.NEVER : death + retention;
  }
}
