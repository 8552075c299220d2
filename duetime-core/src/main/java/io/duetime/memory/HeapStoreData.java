package io.duetime.memory;

import io.duetime.Limits;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.engine.server.Documents.Document;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.kernel.state.StoreData;
import io.duetime.kernel.transfer.NumberBlocks;
import io.duetime.kernel.transfer.NumberBlocks.Block;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What belongs to no queue alone, on the heap; documents are copied on their way in and out. */
final class HeapStoreData implements StoreData {
  private final Map<String, Collection> states = new HashMap<>();
  private final Map<String, NavigableMap<String, Document>> documents = new HashMap<>();
  private final TreeMap<Long, AuditEntry> entries = new TreeMap<>();
  private final NumberBlocks numbers = new NumberBlocks();
  private final AtomicLong deletedFences = new AtomicLong();

  // A look at a collection that does not exist must not cost memory.
  private NavigableMap<String, Document> of(String collection) {
    return documents.getOrDefault(collection, Collections.emptyNavigableMap());
  }

  @Override
  public Collection collection(String name) {
    return states.getOrDefault(name, Collection.EMPTY);
  }

  @Override
  public void save(String name, Collection collection) {
    states.put(name, collection);
  }

  @Override
  public @Nullable Document find(String collection, String name) {
    Document kept = of(collection).get(name);
    return kept == null ? null : copy(kept);
  }

  private static Document copy(Document document) {
    return new Document(document.name(), document.version(), document.content().clone());
  }

  @Override
  public long version(String collection, String name) {
    Document document = of(collection).get(name);
    return document == null ? Document.ABSENT : document.version();
  }

  @Override
  public void save(String collection, Document document) {
    documents
        .computeIfAbsent(collection, any -> new TreeMap<>(IdOrder::compare))
        .put(document.name(), copy(document));
  }

  @Override
  public boolean remove(String collection, String name) {
    NavigableMap<String, Document> all = documents.get(collection);
    return all != null && all.remove(name) != null;
  }

  @Override
  public List<Document> page(String collection, @Nullable String after, int limit) {
    NavigableMap<String, Document> all = of(collection);
    return (after == null ? all : all.tailMap(after, false))
        .values().stream().limit(limit).map(HeapStoreData::copy).toList();
  }

  @Override
  public NumberBlocks numbers() {
    return numbers;
  }

  @Override
  public void save(Block block) {
    // The numbers know their blocks.
  }

  @Override
  public long deletedFences() {
    return deletedFences.get();
  }

  @Override
  public void raiseDeletedFences(long upTo) {
    deletedFences.accumulateAndGet(upTo, Math::max);
  }

  @Override
  public long append(long now, AuditEvent event) {
    long number = entries.isEmpty() ? 1 : entries.lastKey() + 1;
    entries.put(number, new AuditEntry(number, now, event));
    entries.headMap(number - Limits.MAX_AUDIT_ENTRIES, true).clear();
    return number;
  }

  @Override
  public List<AuditEntry> auditPage(long before, int limit) {
    return entries.headMap(before, false).descendingMap().values().stream().limit(limit).toList();
  }
}
