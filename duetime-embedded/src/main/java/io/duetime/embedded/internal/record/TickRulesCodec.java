package io.duetime.embedded.internal.record;

import io.duetime.MissedTicks;
import io.duetime.TickRules;
import java.time.Duration;
import java.time.Instant;

/** Encodes which ticks of a recurring definition run. */
final class TickRulesCodec {
  /** The only rule about ticks that overlap: each runs. */
  private static final int ALLOW = 0;

  private TickRulesCodec() {}

  static void write(ByteWriter to, TickRules rules) {
    to.u8(Numbered.MISSED.of(rules.missed()));
    to.u8(ALLOW);
    to.varint(rules.grace().toMillis());
    to.varint(rules.until() == null ? 0 : rules.until().toEpochMilli() + 1);
    to.varint(rules.times());
    to.u8(rules.firstNow() ? 1 : 0);
  }

  static TickRules read(ByteReader from) {
    MissedTicks missed = Numbered.MISSED.value(from.u8());
    int overlap = from.u8();
    if (overlap != ALLOW) {
      throw new UnreadableRecordException("overlap " + overlap);
    }
    Duration grace = Duration.ofMillis(from.varint());
    long until = from.varint();
    long times = from.varint();
    boolean firstNow = from.u8() != 0;
    return new TickRules(
        missed, grace, until == 0 ? null : Instant.ofEpochMilli(until - 1), times, firstNow);
  }
}
