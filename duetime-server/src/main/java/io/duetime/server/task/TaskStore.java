package io.duetime.server.task;

import io.duetime.Limits;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult;
import io.duetime.engine.server.Documents;
import io.duetime.internal.async.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keeps tasks in the documents of a store. */
final class TaskStore {
  /** The collection of the documents; the name of a document is the id of its task. */
  static final String COLLECTION = "tasks";

  private final Documents documents;

  TaskStore(Documents documents) {
    this.documents = documents;
  }

  CompletionStage<Optional<StoredTask>> find(String id) {
    return documents.document(COLLECTION, id).thenApply(found -> found.map(TaskStore::read));
  }

  /** Lists all tasks, the oldest first. */
  CompletionStage<List<StoredTask>> all() {
    return from(null, new ArrayList<>());
  }

  private CompletionStage<List<StoredTask>> from(@Nullable String after, List<StoredTask> tasks) {
    return documents
        .documents(COLLECTION, after, Limits.MAX_DOCUMENT_PAGE)
        .thenCompose(page -> {
          page.forEach(document -> tasks.add(read(document)));
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

  private static StoredTask read(Document document) {
    return new StoredTask(TaskForm.read(document.name(), document.content()), document.version());
  }
}
