package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.internal.kernel.recurring.TickLog;
import io.duetime.server.json.Fields;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Reads and writes which ticks of a recurring definition are done. */
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
        needed.upTo("skipped", Long.MAX_VALUE));
  }

  // That tick has its job already, and may be in the future.
  private static TickLog onlyLast(long lastTick) {
    return new TickLog(lastTick, 0, lastTick == 0 ? List.of() : List.of(lastTick), 0);
  }

  private static long tick(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeException | ArithmeticException wrong) {
      throw new InvalidRequestException("ahead", text, "moments as ISO-8601");
    }
  }
}
