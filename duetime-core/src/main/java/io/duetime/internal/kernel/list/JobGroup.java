package io.duetime.internal.kernel.list;

import org.jspecify.annotations.Nullable;

/** The parts of a list, in their order. */
public enum JobGroup {
  /** Ordered by due time. */
  WAITING,
  /** Ordered by due time. */
  LEASED,
  /** Ordered by the moment of death. */
  DEAD,
  /** Done or cancelled, ordered by the moment at which they ended. */
  REMEMBERED;

  /** The part behind this one, or null behind the last. */
  public @Nullable JobGroup next() {
    return switch (this) {
      case WAITING -> LEASED;
      case LEASED -> DEAD;
      case DEAD -> REMEMBERED;
      case REMEMBERED -> null;
    };
  }
}
