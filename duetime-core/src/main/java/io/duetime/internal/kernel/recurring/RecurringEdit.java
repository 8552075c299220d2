package io.duetime.internal.kernel.recurring;

import io.duetime.engine.RecurringChange;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A change to what is known of one recurring definition. */
public interface RecurringEdit {
  /** What it leads to, or nothing where there is nothing to change. */
  Optional<RecurringState> of(@Nullable RecurringState before, long now);

  /** Whether the waiting jobs of future ticks are withdrawn. */
  default boolean withdraws(RecurringState after) {
    return after.paused();
  }

  /** Whether the queue is made when it does not exist. */
  default boolean makesQueue() {
    return false;
  }

  /** Stores a definition. */
  static RecurringEdit put(RecurringChange change) {
    return new RecurringEdit() {
      @Override
      public Optional<RecurringState> of(@Nullable RecurringState before, long now) {
        return Optional.of(
            before == null ? RecurringState.first(change, now) : before.changed(change, now));
      }

      @Override
      public boolean makesQueue() {
        return true;
      }

      @Override
      public boolean withdraws(RecurringState after) {
        return after.paused() || change.replacePending();
      }
    };
  }

  /** Leaves ticks out from now on. */
  static RecurringEdit pause() {
    return (before, now) -> known(before).map(state -> state.pausedAt(now));
  }

  /** Goes on with the ticks. */
  static RecurringEdit resume() {
    return (before, now) -> known(before).map(RecurringState::resumed);
  }

  /** Forgets a definition. */
  static RecurringEdit remove() {
    return (before, now) -> known(before).map(state -> state.removed(now));
  }

  /** Takes over a definition from another store, if none has its name. */
  static RecurringEdit restore(RecurringState definition) {
    return new RecurringEdit() {
      @Override
      public Optional<RecurringState> of(@Nullable RecurringState before, long now) {
        if (before == null) {
          return Optional.of(definition);
        }
        return before.isRemoved() ? Optional.of(definition.behind(before)) : Optional.empty();
      }

      @Override
      public boolean withdraws(RecurringState after) {
        return false;
      }
    };
  }

  private static Optional<RecurringState> known(@Nullable RecurringState state) {
    return Optional.ofNullable(state).filter(one -> !one.isRemoved());
  }
}
