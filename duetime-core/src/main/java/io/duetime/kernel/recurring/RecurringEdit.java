package io.duetime.kernel.recurring;

import io.duetime.PendingTicks;
import io.duetime.engine.QueueControl;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A change to what is known of one recurring definition. */
public interface RecurringEdit {
  /** What it leads to, or nothing where there is nothing to change. */
  Optional<RecurringState> of(@Nullable RecurringState before, long now);

  /** The version that the definition must have; empty for any. */
  default OptionalLong version() {
    return OptionalLong.empty();
  }

  /** Which ticks that were never begun are withdrawn. */
  default Withdrawal withdrawal(@Nullable RecurringState before, RecurringState after) {
    return Withdrawal.NONE;
  }

  default boolean makesQueue() {
    return false;
  }

  /** Whether the definition has the version that this edit names, if it names one. */
  default boolean appliesTo(@Nullable RecurringState before) {
    long stored = before == null || before.isRemoved() ? RecurringJob.ABSENT : before.version();
    return version().orElse(stored) == stored;
  }

  /** As {@link #of}, with the version that the definition gets. */
  default Optional<RecurringState> after(@Nullable RecurringState before, long now) {
    return of(before, now).map(after -> after.following(before, now));
  }

  /** The answer where the queue does not exist and is not made. */
  default RecurringResult withoutQueue() {
    return appliesTo(null) ? RecurringResult.unknown() : RecurringResult.changedMeanwhile();
  }

  static RecurringEdit put(RecurringChange change) {
    return new RecurringEdit() {
      @Override
      public Optional<RecurringState> of(@Nullable RecurringState before, long now) {
        return Optional.of(
            before == null ? RecurringState.first(change, now) : before.changed(change, now));
      }

      @Override
      public OptionalLong version() {
        return change.version();
      }

      @Override
      public boolean makesQueue() {
        return appliesTo(null);
      }

      @Override
      public Withdrawal withdrawal(@Nullable RecurringState before, RecurringState after) {
        return Withdrawal.by(change, before, after);
      }
    };
  }

  /** Leaves ticks out from now on. */
  static RecurringEdit pause(OptionalLong version) {
    return new OfKnown(version, Withdrawal.PAUSED, RecurringState::pausedAt);
  }

  /** Goes on with the ticks. */
  static RecurringEdit resume(OptionalLong version) {
    return new OfKnown(version, Withdrawal.NONE, (state, now) -> state.resumed());
  }

  /** Forgets a definition. */
  static RecurringEdit remove(OptionalLong version, PendingTicks pending) {
    Withdrawal withdrawal = pending == PendingTicks.KEEP ? Withdrawal.NONE : Withdrawal.UNBEGUN;
    return new OfKnown(version, withdrawal, RecurringState::removed);
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
    };
  }

  /** Changes a definition that the queue has. */
  record OfKnown(
      OptionalLong version,
      Withdrawal known,
      BiFunction<RecurringState, Long, RecurringState> change)
      implements RecurringEdit {
    @Override
    public Withdrawal withdrawal(@Nullable RecurringState before, RecurringState after) {
      boolean wasPaused = before != null && before.paused();
      return wasPaused && known == Withdrawal.PAUSED ? Withdrawal.NONE : known;
    }

    @Override
    public Optional<RecurringState> of(@Nullable RecurringState before, long now) {
      return Optional.ofNullable(before)
          .filter(known -> !known.isRemoved())
          .map(known -> change.apply(known, now));
    }
  }

  /** An engine whose recurring definitions are all changed by one operation. */
  public interface RecurringEditor extends QueueControl {
    /**
     * Changes a recurring definition if it has the version that the edit names, in one step; an
     * edit that {@link RecurringEdit#makesQueue} makes the queue.
     */
    CompletionStage<RecurringResult> editRecurring(String queue, String name, RecurringEdit edit);

    @Override
    default CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change) {
      return editRecurring(queue, change.job().name(), RecurringEdit.put(change));
    }

    @Override
    default CompletionStage<RecurringResult> pauseRecurring(
        String queue, String name, OptionalLong version) {
      return editRecurring(queue, name, RecurringEdit.pause(version));
    }

    @Override
    default CompletionStage<RecurringResult> resumeRecurring(
        String queue, String name, OptionalLong version) {
      return editRecurring(queue, name, RecurringEdit.resume(version));
    }

    @Override
    default CompletionStage<RecurringResult> removeRecurring(
        String queue, String name, OptionalLong version, PendingTicks pending) {
      return editRecurring(queue, name, RecurringEdit.remove(version, pending));
    }
  }
}
