package io.duetime;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/** The moment at which clocks of a zone show a local time. */
final class LocalMoment {
  private LocalMoment() {}

  /** In a gap, the first moment after it; where clocks show it twice, the first time. */
  static Instant of(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition transition = zone.getRules().getTransition(local);
    boolean inGap = transition != null && transition.isGap();
    return inGap ? transition.getInstant() : local.atZone(zone).toInstant();
  }
}
