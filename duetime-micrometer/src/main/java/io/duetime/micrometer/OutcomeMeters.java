package io.duetime.micrometer;

import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Meters that differ in the outcome only. Registered at their first event; later events do not
 * search the registry. Thread safe.
 */
final class OutcomeMeters<M> {
  private final Function<String, M> registration;
  private final ConcurrentHashMap<Object, M> known = new ConcurrentHashMap<>();

  /** Creates the meters; {@code registration} registers the one with this value of the tag. */
  OutcomeMeters(Function<String, M> registration) {
    this.registration = registration;
  }

  /** Returns the meter of an outcome, a constant of an enum or a word. */
  M of(Object outcome) {
    M meter = known.get(outcome);
    return meter != null ? meter : known.computeIfAbsent(outcome, this::registered);
  }

  private M registered(Object outcome) {
    return registration.apply(
        outcome instanceof Enum<?> constant
            ? constant.name().toLowerCase(Locale.ROOT)
            : outcome.toString());
  }
}
