package io.duetime.internal.kernel.server;

/**
 * What a store of this process keeps for a server.
 *
 * @param documents changes documents
 * @param audit keeps the audit log
 */
public record ServerData(DocumentChanger documents, AuditTable audit) {
  /** Uses two tables. */
  public static ServerData on(CollectionTable documents, AuditTable audit) {
    return new ServerData(new DocumentChanger(documents), audit);
  }
}
