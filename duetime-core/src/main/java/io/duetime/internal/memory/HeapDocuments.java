package io.duetime.internal.memory;

import io.duetime.engine.server.Document;
import io.duetime.internal.kernel.list.IdOrder;
import io.duetime.internal.kernel.server.CollectionTable;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Documents on the heap. */
final class HeapDocuments implements CollectionTable {
  private final Map<String, Collection> states = new HashMap<>();
  private final Map<String, NavigableMap<String, Document>> documents = new HashMap<>();

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
    return of(collection).get(name);
  }

  @Override
  public long version(String collection, String name) {
    Document document = find(collection, name);
    return document == null ? Document.ABSENT : document.version();
  }

  @Override
  public void save(String collection, Document document) {
    documents
        .computeIfAbsent(collection, any -> new TreeMap<>(IdOrder::compare))
        .put(document.name(), document);
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
        .values().stream().limit(limit).toList();
  }
}
