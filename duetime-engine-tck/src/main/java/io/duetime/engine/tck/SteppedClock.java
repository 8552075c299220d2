package io.duetime.engine.tck;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock for engines that live in this process: it stands still unless moved. Thread safe. */
public final class SteppedClock implements InstantSource {
  private static final Instant START = Instant.parse("2026-11-02T07:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @Override
  public Instant instant() {
    return now.get();
  }

  /** Moves on, or back by a negative step. */
  public void move(Duration step) {
    now.updateAndGet(before -> before.plus(step));
  }
}
