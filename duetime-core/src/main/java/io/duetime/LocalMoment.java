package io.duetime;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/** Converts local times into moments. */
final class LocalMoment {
  private LocalMoment() {}

  /** Returns the first moment after a gap, or the first occurrence of a time that occurs twice. */
  static Instant of(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition transition = zone.getRules().getTransition(local);
    boolean inGap = transition != null && transition.isGap();
    return inGap ? transition.getInstant() : local.atZone(zone).toInstant();
  }
}
