package io.duetime.kernel.recurring;

import io.duetime.PendingTicks;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which ticks that were never begun lose their jobs when their definition changes. */
public enum Withdrawal {
  /** All stay. */
  NONE {
    @Override
    public List<Long> of(RecurringState before, List<Long> unbegun, long now) {
      return List.of();
    }
  },
  /** The ticks to come. */
  AHEAD {
    @Override
    public List<Long> of(RecurringState before, List<Long> unbegun, long now) {
      return unbegun.stream().filter(tick -> tick > now).toList();
    }
  },
  /** All; those that are due are missed. */
  UNBEGUN {
    @Override
    public List<Long> of(RecurringState before, List<Long> unbegun, long now) {
      return unbegun;
    }
  },
  /** All, to be decided again; of the due ones those after which none has begun. */
  PAUSED {
    @Override
    public List<Long> of(RecurringState before, List<Long> unbegun, long now) {
      long from = now + 1;
      for (long tick : before.lookBack(now, MOST_HELD_BACK)) {
        if (!unbegun.contains(tick)) {
          break;
        }
        from = tick;
      }
      long first = from;
      return unbegun.stream().filter(tick -> tick >= first).toList();
    }

    @Override
    public RecurringState without(List<Long> withdrawn, RecurringState after, long now) {
      return after.heldBack(withdrawn, now);
    }
  };

  /** The most due ticks that a pause withdraws: as many missed ones run at most. */
  private static final int MOST_HELD_BACK = 1_000;

  /** The ticks whose jobs are withdrawn, of those that were never begun. */
  public abstract List<Long> of(RecurringState before, List<Long> unbegun, long now);

  /** The state once these jobs have been withdrawn. */
  public RecurringState without(List<Long> withdrawn, RecurringState after, long now) {
    return after.withdrawn(withdrawn, now);
  }

  /** What a definition that is stored again withdraws. */
  static Withdrawal by(
      RecurringChange change, @Nullable RecurringState before, RecurringState after) {
    if (before == null || before.isRemoved()) {
      return NONE;
    }
    boolean keeps = change.pending() == PendingTicks.KEEP;
    if (!keeps && !DefinitionComparer.schedulesSame(before.job(), after.job())) {
      return UNBEGUN;
    }
    if (after.paused() && !before.paused()) {
      return PAUSED;
    }
    return keeps || DefinitionComparer.ticksSame(before.job(), after.job()) ? NONE : AHEAD;
  }

  /** Compares definitions by what they schedule. */
  static final class DefinitionComparer {
    private DefinitionComparer() {}

    static boolean isSame(RecurringJob one, RecurringJob other) {
      return ticksSame(one, other) && Objects.equals(one.owner(), other.owner());
    }

    /** Whether two definitions schedule the same jobs at the same ticks by the same rules. */
    static boolean ticksSame(RecurringJob one, RecurringJob other) {
      return schedulesSame(one, other) && one.rules().equals(other.rules());
    }

    /** Whether two definitions schedule the same jobs at the same ticks. */
    static boolean schedulesSame(RecurringJob one, RecurringJob other) {
      return one.name().equals(other.name())
          && one.schedule().equals(other.schedule())
          && isSame(one.template(), other.template())
          && one.template().body().isSame(other.template().body());
    }

    // Each tick has an id, a due time, a conflict rule and a nonce of its own.
    private static boolean isSame(JobSpec one, JobSpec other) {
      return Objects.equals(one.priority(), other.priority())
          && one.tags().equals(other.tags())
          && Objects.equals(one.retry(), other.retry())
          && Objects.equals(one.expiry(), other.expiry())
          && Objects.equals(one.retention(), other.retention());
    }
  }
}
