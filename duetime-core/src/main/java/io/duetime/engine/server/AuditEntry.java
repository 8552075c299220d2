package io.duetime.engine.server;

/**
 * An entry of the audit log.
 *
 * @param number grows by one with each entry
 * @param atMillis when it was appended, by the store's clock
 * @param event what happened
 */
public record AuditEntry(long number, long atMillis, AuditEvent event) {}
