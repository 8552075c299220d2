package io.duetime.engine.tck.input;

import org.jspecify.annotations.Nullable;

/**
 * What a method did with a value.
 *
 * @param refusedAs the field as which it was refused, or null when it was taken
 */
record Reaction(@Nullable String refusedAs) {
  static final Reaction TAKEN = new Reaction(null);

  boolean isRefusal() {
    return refusedAs != null;
  }
}
