package io.duetime.server.task;

import io.duetime.Limits;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.Documents;
import io.duetime.internal.async.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps tasks in the documents of a store. A task that cannot be read, such as one of a newer
 * version, is left to the servers that can, and must not hinder the others.
 */
final class TaskStore {
  private static final Logger LOG = LoggerFactory.getLogger(TaskStore.class);

  /** The collection of the documents; the name of a document is the id of its task. */
  static final String COLLECTION = "tasks";

  private final Documents documents;

  /** The ids of unreadable tasks, each of which is logged once. */
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  TaskStore(Documents documents) {
    this.documents = documents;
  }

  CompletionStage<Optional<StoredTask>> find(String id) {
    return documents.document(COLLECTION, id).thenApply(found -> found.flatMap(this::read));
  }

  /** Lists all tasks, the oldest first. */
  CompletionStage<List<StoredTask>> all() {
    return from(null, new ArrayList<>());
  }

  private CompletionStage<List<StoredTask>> from(@Nullable String after, List<StoredTask> tasks) {
    return documents
        .documents(COLLECTION, after, Limits.MAX_DOCUMENT_PAGE)
        .thenCompose(page -> {
          page.forEach(document -> read(document).ifPresent(tasks::add));
          return page.size() < Limits.MAX_DOCUMENT_PAGE
              ? Stages.done(tasks)
              : from(page.get(page.size() - 1).name(), tasks);
        });
  }

  /** Stores a task if it still has this version; empty if it has another. */
  CompletionStage<Optional<StoredTask>> put(Task task, long version) {
    return documents
        .putDocument(COLLECTION, task.id(), version, TaskForm.write(task))
        .thenApply(result ->
            result.outcome() == DocumentResult.Outcome.DONE
                ? Optional.of(new StoredTask(task, result.version()))
                : Optional.empty());
  }

  CompletionStage<?> delete(StoredTask stored) {
    return documents.deleteDocument(COLLECTION, stored.task().id(), stored.version());
  }

  private Optional<StoredTask> read(Document document) {
    try {
      Task task = TaskForm.read(document.name(), document.content());
      return Optional.of(new StoredTask(task, document.version()));
    } catch (RuntimeException failure) {
      if (unreadable.add(document.name())) {
        LOG.error("Task {} is unreadable, and left to other servers", document.name(), failure);
      }
      return Optional.empty();
    }
  }
}
