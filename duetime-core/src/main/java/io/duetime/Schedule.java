package io.duetime;

import java.time.Instant;
import java.util.Optional;

/** When a recurring job ticks. */
public interface Schedule {
  /** The first tick after a moment, or nothing when there is none. */
  Optional<Instant> nextAfter(Instant moment);
}
