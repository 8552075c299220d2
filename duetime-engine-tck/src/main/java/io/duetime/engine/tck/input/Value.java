package io.duetime.engine.tck.input;

import org.jspecify.annotations.Nullable;

/**
 * A value to call a method with.
 *
 * @param words what it is called in {@code invalid-input.txt}
 */
record Value(String words, @Nullable Object value) {
  static final Value NULL = new Value("null", null);
}
