package io.duetime.embedded.internal.table;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.embedded.internal.record.ServerCodec;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.kernel.state.StoreData;
import io.duetime.kernel.transfer.NumberBlocks;
import io.duetime.kernel.transfer.NumberBlocks.Block;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what the folder has besides queues. The empty name of a document has the state of its
 * collection; the letter of the audit log alone has the number of its last entry.
 */
public final class StoreRecords implements StoreData {
  private static final Logger LOG = LoggerFactory.getLogger(StoreRecords.class);
  private static final byte DOCUMENT = 'D';
  private static final String STATE = "";
  private static final byte AUDIT = 'A';
  private static final byte[] LAST_ENTRY = {AUDIT};

  private static final byte[] DELETED_FENCES = {'F'};
  private static final byte NUMBERS = 'B';

  private final WriteGroup group;
  private final NumberBlocks numbers = new NumberBlocks();
  private long deletedFences;

  /** Reads from the disk of a group what is asked for often. */
  StoreRecords(WriteGroup group) {
    this.group = group;
    this.deletedFences = number(group.get(Family.META, DELETED_FENCES));
    group
        .scan(Family.META, new byte[] {NUMBERS})
        .forEach(at -> {
          byte[] value = at.value();
          int size = Integer.BYTES;
          String queue = new String(value, size, value.length - size, StandardCharsets.UTF_8);
          long first = ByteBuffer.wrap(at.key()).getLong(1);
          numbers.restore(new Block(queue, first, ByteBuffer.wrap(value).getInt()));
        });
  }

  private static long number(byte @Nullable [] record) {
    return record == null ? 0 : ByteBuffer.wrap(record).getLong();
  }

  private static byte[] record(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  @Override
  public NumberBlocks numbers() {
    return numbers;
  }

  @Override
  public void save(Block block) {
    byte[] name = block.queue().getBytes(StandardCharsets.UTF_8);
    int length = Integer.BYTES + name.length;
    put(
        key(NUMBERS, block.first()),
        ByteBuffer.allocate(length).putInt(block.size()).put(name).array());
  }

  @Override
  public long deletedFences() {
    return deletedFences;
  }

  @Override
  public void raiseDeletedFences(long upTo) {
    deletedFences = Math.max(deletedFences, upTo);
    put(DELETED_FENCES, record(deletedFences));
  }

  private static byte[] key(String collection, String name) {
    byte[] first = collection.getBytes(StandardCharsets.US_ASCII);
    byte[] second = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + first.length + second.length)
        .put(DOCUMENT)
        .put(first)
        .put((byte) 0)
        .put(second)
        .array();
  }

  private static byte[] key(byte letter, long number) {
    return ByteBuffer.allocate(1 + Long.BYTES).put(letter).putLong(number).array();
  }

  // Changes are rare: each is written before the next look.
  private byte @Nullable [] get(byte[] key) {
    group.write();
    return group.get(Family.META, key);
  }

  private void put(byte[] key, byte[] record) {
    group.batch().put(Family.META, key, record);
  }

  /** Decodes a record; names it if it cannot be understood. */
  private static <T> T understood(String what, Supplier<T> record) {
    try {
      return record.get();
    } catch (UnreadableRecordException | InvalidRequestException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          what + " cannot be understood: " + malformed.getMessage(),
          malformed);
    }
  }

  /** Adds a record to a page; logs it if it cannot be understood, so that the others are shown. */
  private static <T> void addReadable(List<T> page, String what, Supplier<T> record) {
    try {
      page.add(record.get());
    } catch (UnreadableRecordException | InvalidRequestException malformed) {
      LOG.error("{} cannot be understood and is left out", what, malformed);
    }
  }

  @Override
  public Collection collection(String name) {
    byte[] record = get(key(name, STATE));
    return record == null
        ? Collection.EMPTY
        : understood("collection " + name, () -> ServerCodec.collection(record));
  }

  @Override
  public void save(String name, Collection collection) {
    put(key(name, STATE), ServerCodec.collection(collection));
  }

  @Override
  public @Nullable Document find(String collection, String name) {
    byte[] record = get(key(collection, name));
    return record == null
        ? null
        : understood(what(collection, name), () -> ServerCodec.document(name, record));
  }

  private static String what(String collection, String name) {
    return "document " + name + " of " + collection;
  }

  @Override
  public long version(String collection, String name) {
    byte[] record = get(key(collection, name));
    List<Document> found = new ArrayList<>();
    if (record != null) {
      addReadable(found, what(collection, name), () -> ServerCodec.document(name, record));
    }
    return found.isEmpty() ? Document.ABSENT : found.get(0).version();
  }

  @Override
  public void save(String collection, Document document) {
    put(key(collection, document.name()), ServerCodec.document(document));
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
        byte[] record = scan.value();
        String name =
            new String(key, prefix.length, key.length - prefix.length, StandardCharsets.UTF_8);
        addReadable(page, what(collection, name), () -> ServerCodec.document(name, record));
      }
    }
    return page;
  }

  private long lastEntry() {
    return number(get(LAST_ENTRY));
  }

  @Override
  public long append(long now, AuditEvent event) {
    long number = lastEntry() + 1;
    put(key(AUDIT, number), ServerCodec.audit(now, event));
    put(LAST_ENTRY, record(number));
    if (number > Limits.MAX_AUDIT_ENTRIES) {
      group.batch().delete(Family.META, key(AUDIT, number - Limits.MAX_AUDIT_ENTRIES));
    }
    return number;
  }

  @Override
  public List<AuditEntry> auditPage(long before, int limit) {
    List<AuditEntry> page = new ArrayList<>();
    long newest = lastEntry();
    long oldest = Math.max(1, newest - Limits.MAX_AUDIT_ENTRIES + 1);
    for (long i = Math.min(Math.max(before, 1) - 1, newest);
        i >= oldest && page.size() < limit;
        i--) {
      long number = i;
      byte[] record = group.get(Family.META, key(AUDIT, number));
      if (record != null) {
        addReadable(page, "audit entry " + number, () -> ServerCodec.audit(number, record));
      }
    }
    return page;
  }
}
