package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.internal.kernel.recurring.TickLog;
import io.duetime.server.json.Fields;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Reads and writes which ticks of a recurring definition were decided. */
final class TicksForm {
  private TicksForm() {}

  static void write(JsonGenerator out, TickLog ticks) {
    out.writeNumberProperty("until", ticks.until());
    out.writeNumberProperty("lastTick", ticks.last());
    out.writeName("ahead");
    out.writeStartArray();
    ticks.ahead().forEach(tick -> out.writeString(Instant.ofEpochMilli(tick).toString()));
    out.writeEndArray();
    out.writeNumberProperty("skipped", ticks.skipped());
    out.writeNumberProperty("made", ticks.made());
    if (ticks.place() > 0) {
      out.writeNumberProperty("place", ticks.place());
    }
    if (ticks.startsNow()) {
      out.writeBooleanProperty("startsNow", true);
    }
  }

  static TickLog read(Fields fields) {
    Needed needed = new Needed(fields);
    if (!fields.has("until")) {
      return onlyLast(needed.moment("lastTick"));
    }
    List<Long> ahead = fields.texts("ahead").stream().map(TicksForm::tick).toList();
    if (ahead.size() > TickLog.MOST_AHEAD) {
      throw new InvalidRequestException("ahead", ahead.size(), "at most " + TickLog.MOST_AHEAD);
    }
    return new TickLog(
        needed.moment("until"),
        needed.moment("lastTick"),
        ahead,
        needed.upTo("skipped", Long.MAX_VALUE),
        fields.has("made") ? needed.upTo("made", Long.MAX_VALUE) : 0,
        fields.has("place") ? needed.moment("place") : 0,
        fields.isOn("startsNow"));
  }

  // That tick has its job already, and may be in the future.
  private static TickLog onlyLast(long lastTick) {
    List<Long> ahead = lastTick == 0 ? List.of() : List.of(lastTick);
    return new TickLog(lastTick, 0, ahead, 0, 0, 0, false);
  }

  private static long tick(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException | ArithmeticException wrong) {
      throw new InvalidRequestException("ahead", text, "moments as ISO-8601");
    }
  }
}
