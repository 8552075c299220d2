package io.duetime.time.seed;

import java.time.Clock;
import java.time.Instant;

public final class WrapsSystemTime {
  Instant now() {
    return Clock.systemUTC().instant();
  }
}
