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

/**
 * A change to what is known of one recurring definition.
 *
 * @param version the version that the definition must have; empty for any
 * @param change what it leads to, or nothing where there is nothing to change
 * @param withdrawals which ticks that were never begun are withdrawn
 * @param mayMakeQueue whether the queue is made for it
 */
public record RecurringEdit(
    OptionalLong version,
    BiFunction<@Nullable RecurringState, Long, Optional<RecurringState>> change,
    BiFunction<@Nullable RecurringState, RecurringState, Withdrawal> withdrawals,
    boolean mayMakeQueue) {

  public Withdrawal withdrawal(@Nullable RecurringState before, RecurringState after) {
    return withdrawals.apply(before, after);
  }

  public boolean makesQueue() {
    return mayMakeQueue && appliesTo(null);
  }

  /** Whether the definition has the version that this edit names, if it names one. */
  public boolean appliesTo(@Nullable RecurringState before) {
    long stored = before == null || before.isRemoved() ? RecurringJob.ABSENT : before.version();
    return version.orElse(stored) == stored;
  }

  /** What it leads to, with the version that the definition gets. */
  public Optional<RecurringState> after(@Nullable RecurringState before, long now) {
    return change.apply(before, now).map(after -> after.following(before, now));
  }

  /** The answer where the queue does not exist and is not made. */
  public RecurringResult withoutQueue() {
    return appliesTo(null) ? RecurringResult.unknown() : RecurringResult.changedMeanwhile();
  }

  public static RecurringEdit put(RecurringChange change) {
    return new RecurringEdit(
        change.version(),
        (before, now) ->
            Optional.of(
                before == null ? RecurringState.first(change, now) : before.changed(change, now)),
        (before, after) -> Withdrawal.by(change, before, after),
        true);
  }

  /** Leaves ticks out from now on. */
  public static RecurringEdit pause(OptionalLong version) {
    return ofKnown(
        version,
        RecurringState::pausedAt,
        (before, after) -> before != null && before.paused() ? Withdrawal.NONE : Withdrawal.PAUSED);
  }

  /** Goes on with the ticks. */
  public static RecurringEdit resume(OptionalLong version) {
    return ofKnown(version, (state, now) -> state.resumed(), (before, after) -> Withdrawal.NONE);
  }

  /** Forgets a definition. */
  public static RecurringEdit remove(OptionalLong version, PendingTicks pending) {
    Withdrawal withdrawal = pending == PendingTicks.KEEP ? Withdrawal.NONE : Withdrawal.UNBEGUN;
    return ofKnown(version, RecurringState::removed, (before, after) -> withdrawal);
  }

  /** Changes a definition that the queue has. */
  private static RecurringEdit ofKnown(
      OptionalLong version,
      BiFunction<RecurringState, Long, RecurringState> change,
      BiFunction<@Nullable RecurringState, RecurringState, Withdrawal> withdrawals) {
    return new RecurringEdit(
        version,
        (before, now) ->
            Optional.ofNullable(before)
                .filter(known -> !known.isRemoved())
                .map(known -> change.apply(known, now)),
        withdrawals,
        false);
  }

  /** Takes over a definition from another store, if none has its name. */
  public static RecurringEdit restore(RecurringState definition) {
    return new RecurringEdit(
        OptionalLong.empty(),
        (before, now) ->
            before == null
                ? Optional.of(definition)
                : Optional.of(before).filter(RecurringState::isRemoved).map(definition::behind),
        (before, after) -> Withdrawal.NONE,
        false);
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
