package io.duetime.engine.server;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Records who changed what. The log keeps the last 10,000 entries; older entries are removed as new
 * ones are appended.
 */
public interface AuditLog {
  /** The number behind all entries: a page before it begins with the newest. */
  long NEWEST = Long.MAX_VALUE;

  /**
   * Appends an entry at the store's now.
   *
   * @return its number; numbers are consecutive, from 1
   */
  CompletionStage<Long> audit(AuditEvent event);

  /**
   * Lists entries, newest first.
   *
   * @param before lists only entries with a smaller number: the number of the last entry of the
   *     page before, or {@link #NEWEST}
   * @param limit the most entries, 1 to 1,000; a shorter page is the last
   */
  CompletionStage<List<AuditEntry>> auditEntries(long before, int limit);

  /**
   * An entry of the audit log.
   *
   * @param number grows by one with each entry
   * @param atMillis when it was appended, by the store's clock
   * @param event what happened
   */
  record AuditEntry(long number, long atMillis, AuditEvent event) {}
}
