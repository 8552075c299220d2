package io.duetime.embedded.internal.disk;

import io.duetime.StoreFailureException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a key after it was read.
 *
 * @param value its value; null if there is none, or if it cannot be read
 * @param damage why it cannot be read; null if it can
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Reading(byte @Nullable [] value, @Nullable StoreFailureException damage) {
  /** There is no such key. */
  public static final Reading ABSENT = new Reading(null, null);

  /** Whether there is certainly no such key. */
  public boolean isAbsent() {
    return value == null && damage == null;
  }
}
