package io.duetime.embedded.internal.record;

import io.duetime.internal.kernel.recurring.TickLog;
import java.util.ArrayList;
import java.util.List;

/** Encodes which ticks of a recurring definition were decided. */
final class TickLogCodec {
  private TickLogCodec() {}

  static void write(ByteWriter to, TickLog ticks) {
    to.varint(ticks.until());
    to.varint(ticks.last());
    to.varint(ticks.skipped());
    to.varint(ticks.made());
    to.varint(ticks.place());
    to.u8(ticks.startsNow() ? 1 : 0);
    to.u8(ticks.ahead().size());
    ticks.ahead().forEach(to::varint);
  }

  static TickLog read(ByteReader from) {
    long until = from.varint();
    long last = from.varint();
    long skipped = from.varint();
    long made = from.varint();
    long place = from.varint();
    boolean startsNow = from.u8() != 0;
    int count = from.u8();
    if (count > TickLog.MOST_AHEAD) {
      throw new UnreadableRecordException(count + " ticks ahead");
    }
    List<Long> ahead = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ahead.add(from.varint());
    }
    return new TickLog(until, last, ahead, skipped, made, place, startsNow);
  }
}
