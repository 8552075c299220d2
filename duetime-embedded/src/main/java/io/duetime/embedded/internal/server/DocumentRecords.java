package io.duetime.embedded.internal.server;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.ServerCodec;
import io.duetime.embedded.internal.table.WriteGroup;
import io.duetime.engine.server.Document;
import io.duetime.internal.kernel.server.CollectionTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the documents of a server. The empty name has the state of the collection. */
public final class DocumentRecords implements CollectionTable {
  private static final byte LETTER = 'D';
  private static final String STATE = "";

  private final WriteGroup group;

  /** Keeps documents on the disk of a group. */
  public DocumentRecords(WriteGroup group) {
    this.group = group;
  }

  private static byte[] key(String collection, String name) {
    byte[] first = collection.getBytes(StandardCharsets.US_ASCII);
    byte[] second = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + first.length + second.length)
        .put(LETTER)
        .put(first)
        .put((byte) 0)
        .put(second)
        .array();
  }

  // Changes of documents are rare: each is written before the next look.
  private byte @Nullable [] get(byte[] key) {
    group.write();
    return group.get(Family.META, key);
  }

  @Override
  public Collection collection(String name) {
    byte[] record = get(key(name, STATE));
    return record == null
        ? Collection.EMPTY
        : ServerRecords.understood("collection " + name, () -> ServerCodec.collection(record));
  }

  @Override
  public void save(String name, Collection collection) {
    group.batch().put(Family.META, key(name, STATE), ServerCodec.collection(collection));
  }

  @Override
  public @Nullable Document find(String collection, String name) {
    byte[] record = get(key(collection, name));
    return record == null ? null : document(collection, name, record);
  }

  private static Document document(String collection, String name, byte[] record) {
    return ServerRecords.understood(
        what(collection, name), () -> ServerCodec.document(name, record));
  }

  private static @Nullable Document readable(String collection, String name, byte[] record) {
    return ServerRecords.readable(what(collection, name), () -> ServerCodec.document(name, record));
  }

  private static String what(String collection, String name) {
    return "document " + name + " of " + collection;
  }

  @Override
  public long version(String collection, String name) {
    byte[] record = get(key(collection, name));
    Document document = record == null ? null : readable(collection, name, record);
    return document == null ? Document.ABSENT : document.version();
  }

  @Override
  public void save(String collection, Document document) {
    group
        .batch()
        .put(Family.META, key(collection, document.name()), ServerCodec.document(document));
  }

  @Override
  public boolean remove(String collection, String name) {
    byte[] key = key(collection, name);
    boolean exists = get(key) != null;
    if (exists) {
      group.batch().delete(Family.META, key);
    }
    return exists;
  }

  @Override
  public List<Document> page(String collection, @Nullable String after, int limit) {
    byte[] prefix = key(collection, STATE);
    byte[] from = Keys.after(after == null ? prefix : key(collection, after));
    List<Document> page = new ArrayList<>();
    try (Scan scan = group.scan(Family.META, from, Keys.behind(prefix))) {
      for (; scan.isValid() && page.size() < limit; scan.next()) {
        byte[] key = scan.key();
        String name =
            new String(key, prefix.length, key.length - prefix.length, StandardCharsets.UTF_8);
        Document document = readable(collection, name, scan.value());
        if (document != null) {
          page.add(document);
        }
      }
    }
    return page;
  }
}
