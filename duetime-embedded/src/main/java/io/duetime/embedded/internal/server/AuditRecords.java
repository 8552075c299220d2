package io.duetime.embedded.internal.server;

import io.duetime.Limits;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.record.ServerCodec;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.engine.server.AuditEntry;
import io.duetime.engine.server.AuditEvent;
import io.duetime.internal.kernel.server.AuditTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keeps the audit log. The letter alone has the number of the last entry. */
public final class AuditRecords implements AuditTable {
  private static final byte LETTER = 'A';
  private static final byte[] LAST = {LETTER};

  private final WriteGroup group;

  /** Keeps the log on the disk of a group. */
  public AuditRecords(WriteGroup group) {
    this.group = group;
  }

  private static byte[] key(long number) {
    return ByteBuffer.allocate(1 + Long.BYTES).put(LETTER).putLong(number).array();
  }

  private long last() {
    group.write();
    byte[] last = group.get(Family.META, LAST);
    return last == null ? 0 : ByteBuffer.wrap(last).getLong();
  }

  @Override
  public long append(long now, AuditEvent event) {
    long number = last() + 1;
    group.batch().put(Family.META, key(number), ServerCodec.audit(now, event));
    group.batch().put(Family.META, LAST, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    if (number > Limits.MAX_AUDIT_ENTRIES) {
      group.batch().delete(Family.META, key(number - Limits.MAX_AUDIT_ENTRIES));
    }
    return number;
  }

  @Override
  public List<AuditEntry> page(long before, int limit) {
    List<AuditEntry> page = new ArrayList<>();
    long newest = last();
    long oldest = Math.max(1, newest - Limits.MAX_AUDIT_ENTRIES + 1);
    for (long i = Math.min(Math.max(before, 1) - 1, newest);
        i >= oldest && page.size() < limit;
        i--) {
      long number = i;
      byte[] record = group.get(Family.META, key(number));
      AuditEntry entry =
          record == null
              ? null
              : ServerRecords.readable(
                  "audit entry " + number, () -> ServerCodec.audit(number, record));
      if (entry != null) {
        page.add(entry);
      }
    }
    return page;
  }
}
