package io.duetime.embedded.internal.record;

import io.duetime.embedded.internal.record.RecordFields.Layout;
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
  private static final AuditEvent ANY_EVENT = AuditEvent.of("any", "any");

  private ServerCodec() {}

  private static <T> byte[] write(int room, T value, Layout<T> layout) {
    ByteWriter to = new ByteWriter(room);
    to.u8(VERSION);
    layout.of(to, value);
    return to.toBytes();
  }

  private static <T> T read(byte[] record, T any, Layout<T> layout) {
    ByteReader from = new ByteReader(record);
    int version = from.u8(0);
    if (version != VERSION) {
      throw new UnreadableRecordException("version " + version + " of a record");
    }
    T value = layout.of(from, any);
    from.end();
    return value;
  }

  public static byte[] collection(Collection collection) {
    return write(16, collection, ServerCodec::collection);
  }

  public static Collection collection(byte[] record) {
    return read(record, Collection.EMPTY, ServerCodec::collection);
  }

  private static Collection collection(RecordFields fields, Collection collection) {
    return new Collection(
        fields.varint(collection.lastVersion()), (int) fields.varint(collection.documents()));
  }

  /** Encodes a document without its name. */
  public static byte[] document(Document document) {
    return write(document.content().length + 12, document, ServerCodec::document);
  }

  public static Document document(String name, byte[] record) {
    return read(record, new Document(name, 0, new byte[0]), ServerCodec::document);
  }

  private static Document document(RecordFields fields, Document document) {
    return new Document(
        document.name(), fields.varint(document.version()), fields.rest(document.content()));
  }

  /** Encodes an entry of the audit log without its number. */
  public static byte[] audit(long atMillis, AuditEvent event) {
    return write(128, new AuditEntry(0, atMillis, event), ServerCodec::audit);
  }

  public static AuditEntry audit(long number, byte[] record) {
    return read(record, new AuditEntry(number, 0, ANY_EVENT), ServerCodec::audit);
  }

  private static AuditEntry audit(RecordFields fields, AuditEntry entry) {
    AuditEvent event = entry.event();
    long atMillis = fields.varint(entry.atMillis());
    String actor = fields.text(event.actor());
    String action = fields.text(event.action());
    int flags = fields.u8((event.queue() == null ? 0 : QUEUE) | (event.id() == null ? 0 : ID));
    String queue = fields.text((flags & QUEUE) != 0, event.queue());
    String id = fields.text((flags & ID) != 0, event.id());
    Map<String, String> details = fields.texts(event.details());
    return new AuditEntry(
        entry.number(), atMillis, new AuditEvent(actor, action, queue, id, details));
  }
}
