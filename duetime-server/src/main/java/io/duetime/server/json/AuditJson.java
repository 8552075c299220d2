package io.duetime.server.json;

import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.wire.JsonShape;
import java.util.List;
import java.util.TreeMap;

/** Writes entries of the audit log. */
public final class AuditJson {
  private AuditJson() {}

  /**
   * A page of entries: {@code {"entries":[…],"cursor":…}}.
   *
   * @param cursor where the next page begins; 0 for the last page
   */
  public static JsonShape page(List<AuditEntry> entries, long cursor) {
    return JsonShape.object(out -> {
      out.writeName("entries");
      JsonShape.array(entries.stream().map(AuditJson::entry).toList()).write(out);
      JsonShape.text(out, "cursor", cursor == 0 ? null : String.valueOf(cursor));
    });
  }

  private static JsonShape entry(AuditEntry entry) {
    return JsonShape.object(out -> {
      out.writeNumberProperty("number", entry.number());
      JsonShape.moment(out, "at", entry.atMillis());
      out.writeStringProperty("actor", entry.event().actor());
      out.writeStringProperty("action", entry.event().action());
      JsonShape.text(out, "queue", entry.event().queue());
      JsonShape.text(out, "id", entry.event().id());
      out.writeName("details");
      out.writeStartObject();
      new TreeMap<>(entry.event().details()).forEach(out::writeStringProperty);
      out.writeEndObject();
    });
  }
}
