package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Event.LeaseFacts;
import io.duetime.engine.tck.history.Event.Span;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One event as a line of text: a number that its begin and its end share, then the fields, parted
 * by spaces.
 */
final class EventText {
  private static final String NONE = "-";
  private static final int FIELDS = 8;
  private static final int WITH_LEASE = 13;

  private EventText() {}

  /** A line of a history. */
  record Line(long number, Event event) {}

  static String write(long number, Event event) {
    List<Object> fields =
        new ArrayList<>(
            List.of(
                number,
                event.kind(),
                event.span().startMillis(),
                event.span().endMillis(),
                encoded(event.job().queue()),
                encoded(event.job().id()),
                event.outcome(),
                event.dueAtMillis()));
    LeaseFacts lease = event.lease();
    if (lease != null) {
      fields.add(lease.shard().isEmpty() ? NONE : lease.shard());
      fields.addAll(List.of(lease.fence(), lease.nowMillis(), lease.untilMillis(), lease.ahead()));
    }
    return fields.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  static Line read(String line) {
    String[] field = line.split(" ", -1);
    if (field.length != FIELDS && field.length != WITH_LEASE) {
      throw new IllegalArgumentException("not a line of a history: " + line);
    }
    Event event =
        new Event(
            Kind.valueOf(field[1]),
            new Span(Long.parseLong(field[2]), Long.parseLong(field[3])),
            new JobKey(decoded(field[4]), decoded(field[5])),
            field[6],
            Long.parseLong(field[7]),
            field.length == FIELDS ? null : lease(field));
    return new Line(Long.parseLong(field[0]), event);
  }

  private static LeaseFacts lease(String[] field) {
    return new LeaseFacts(
        field[8].equals(NONE) ? "" : field[8],
        Long.parseLong(field[9]),
        Long.parseLong(field[10]),
        Long.parseLong(field[11]),
        Boolean.parseBoolean(field[12]));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
