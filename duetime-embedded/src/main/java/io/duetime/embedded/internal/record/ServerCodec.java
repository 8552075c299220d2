package io.duetime.embedded.internal.record;

import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.kernel.state.StoreData.Collection;
import java.util.Map;

/** Encodes and decodes what is kept for a server: documents and entries of the audit log. */
public final class ServerCodec {
  private static final int VERSION = 1;
  private static final int QUEUE = 1;
  private static final int ID = 2;

  private ServerCodec() {}

  private static ByteWriter begin(int room) {
    ByteWriter to = new ByteWriter(room);
    to.u8(VERSION);
    return to;
  }

  private static ByteReader begin(byte[] record) {
    ByteReader from = new ByteReader(record);
    int version = from.u8();
    if (version != VERSION) {
      throw new UnreadableRecordException("version " + version + " of a record");
    }
    return from;
  }

  public static byte[] collection(Collection collection) {
    ByteWriter to = begin(16);
    to.varint(collection.lastVersion());
    to.varint(collection.documents());
    return to.toBytes();
  }

  public static Collection collection(byte[] record) {
    ByteReader from = begin(record);
    Collection collection = new Collection(from.varint(), (int) from.varint());
    from.end();
    return collection;
  }

  /** Encodes a document without its name. */
  public static byte[] document(Document document) {
    ByteWriter to = begin(document.content().length + 12);
    to.varint(document.version());
    to.raw(document.content());
    return to.toBytes();
  }

  public static Document document(String name, byte[] record) {
    ByteReader from = begin(record);
    return new Document(name, from.varint(), from.rawToEnd());
  }

  /** Encodes an entry of the audit log without its number. */
  public static byte[] audit(long atMillis, AuditEvent event) {
    ByteWriter to = begin(128);
    to.varint(atMillis);
    to.text(event.actor());
    to.text(event.action());
    String queue = event.queue();
    String id = event.id();
    to.u8((queue == null ? 0 : QUEUE) | (id == null ? 0 : ID));
    if (queue != null) {
      to.text(queue);
    }
    if (id != null) {
      to.text(id);
    }
    to.texts(event.details());
    return to.toBytes();
  }

  public static AuditEntry audit(long number, byte[] record) {
    ByteReader from = begin(record);
    long atMillis = from.varint();
    String actor = from.text();
    String action = from.text();
    int flags = from.u8();
    String queue = (flags & QUEUE) == 0 ? null : from.text();
    String id = (flags & ID) == 0 ? null : from.text();
    Map<String, String> details = from.texts();
    from.end();
    return new AuditEntry(number, atMillis, new AuditEvent(actor, action, queue, id, details));
  }
}
