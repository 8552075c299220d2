package io.duetime.internal.kernel.server;

import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import java.util.List;

/** Stores the audit log. Used by one thread at a time; reads its own writes. */
public interface AuditTable {
  /** Appends an entry and removes those beyond the limit; returns its number. */
  long append(long now, AuditEvent event);

  /** Returns the newest entries with a smaller number, newest first. */
  List<AuditEntry> page(long before, int limit);
}
