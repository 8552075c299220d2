package io.duetime.engine.tck.input;

import io.duetime.Cancelled;
import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the refused items in what a batch was answered. */
final class RefusalFinder {
  private RefusalFinder() {}

  static Reaction of(@Nullable Object answer) {
    if (answer instanceof List<?> all) {
      return all.stream()
          .map(RefusalFinder::of)
          .filter(Reaction::isRefusal)
          .findFirst()
          .orElse(Reaction.TAKEN);
    }
    if (answer instanceof Settled settled) {
      return of(settled.outcome());
    }
    if (answer instanceof Settled settled) {
      return of(settled.outcome());
    }
    if (answer == SettleOutcome.REFUSED) {
      return new Reaction("its outcome");
    }
    DuetimeException refusal = refusal(answer);
    if (refusal == null) {
      return Reaction.TAKEN;
    }
    if (refusal instanceof InvalidRequestException invalid) {
      return new Reaction(invalid.field());
    }
    throw refusal;
  }

  private static @Nullable DuetimeException refusal(@Nullable Object answer) {
    if (answer instanceof Scheduled one) {
      return one.refusal();
    }
    if (answer instanceof Rescheduled one) {
      return one.refusal();
    }
    if (answer instanceof Cancelled one) {
      return one.refusal();
    }
    if (answer instanceof Scheduled one) {
      return one.refusal();
    }
    if (answer instanceof Rescheduled one) {
      return one.refusal();
    }
    return answer instanceof Cancelled one ? one.refusal() : null;
  }
}
