package io.duetime.engine.server;

import io.duetime.Limits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change to be recorded. Never has a payload.
 *
 * @param actor who made the change, such as the name of a token; 1 to 255 bytes
 * @param action what was done; 1 to 255 bytes
 * @param queue the queue that was changed, or null
 * @param id the job or other object that was changed, or null; 1 to 255 bytes
 * @param details at most 8, each name and value at most 255 bytes, in no particular order
 */
public record AuditEvent(
    String actor,
    String action,
    @Nullable String queue,
    @Nullable String id,
    Map<String, String> details) {
  /** Checks all parts. */
  public AuditEvent {
    Limits.text("actor", actor);
    Limits.text("action", action);
    if (queue != null) {
      Limits.queue(queue);
    }
    if (id != null) {
      Limits.id(id);
    }
    Limits.auditDetails(details);
    details = Map.copyOf(details);
  }

  /** Returns an event about no queue, without details. */
  public static AuditEvent of(String actor, String action) {
    return new AuditEvent(actor, action, null, null, Map.of());
  }
}
