package io.duetime.internal.memory;

import io.duetime.Limits;
import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import io.duetime.internal.kernel.server.AuditTable;
import java.util.List;
import java.util.TreeMap;

/** The audit log on the heap. */
final class HeapAudit implements AuditTable {
  private final TreeMap<Long, AuditEntry> entries = new TreeMap<>();

  @Override
  public long append(long now, AuditEvent event) {
    long number = entries.isEmpty() ? 1 : entries.lastKey() + 1;
    entries.put(number, new AuditEntry(number, now, event));
    entries.headMap(number - Limits.MAX_AUDIT_ENTRIES, true).clear();
    return number;
  }

  @Override
  public List<AuditEntry> page(long before, int limit) {
    return entries.headMap(before, false).descendingMap().values().stream().limit(limit).toList();
  }
}
