package io.duetime.server.task;

import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.server.Documents;
import io.duetime.engine.server.Documents.Document;
import io.duetime.server.task.Task.TaskWork;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Keeps the ids that tasks name, in as many documents as they need, beside the tasks. */
record IdKeeper(Documents documents) {
  /** The collection of the documents: the ids in lines. */
  static final String COLLECTION = "taskids";

  /**
   * Where the ids of a selection are stored.
   *
   * @param task the task with which they were stored
   * @param parts the number of documents
   * @param count the number of ids
   */
  public record StoredIds(String task, int parts, int count) {
    private List<String> names() {
      return IntStream.range(0, parts).mapToObj(part -> task + "." + part).toList();
    }
  }

  /** Stores the ids that a new task names; the task afterwards tells where. */
  CompletionStage<Task> stored(Task task) {
    TaskWork work = task.work();
    Set<String> named = work.selection().ids();
    return named == null
        ? Stages.done(task)
        : store(task.id(), named)
            .thenApply(stored -> task.with(work.with(work.selection(), stored)));
  }

  /** The work with the ids that are stored for it. */
  CompletionStage<TaskWork> whole(TaskWork work) {
    StoredIds stored = work.ids();
    return stored == null || work.selection().ids() != null
        ? Stages.done(work)
        : read(stored).thenApply(found -> work.with(work.selection().among(found), stored));
  }

  private CompletionStage<StoredIds> store(String task, Collection<String> ids) {
    List<byte[]> parts = parts(ids);
    StoredIds stored = new StoredIds(task, parts.size(), ids.size());
    List<String> names = stored.names();
    List<Integer> places = IntStream.range(0, parts.size()).boxed().toList();
    return Stages.inTurn(
            places,
            part ->
                documents.putDocument(
                    COLLECTION, names.get(part), Document.ABSENT, parts.get(part)))
        .thenApply(all -> stored);
  }

  private static List<byte[]> parts(Collection<String> ids) {
    List<byte[]> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int bytes = 0;
    for (String id : ids) {
      int more = id.getBytes(StandardCharsets.UTF_8).length + 1;
      if (bytes + more > Limits.MAX_DOCUMENT_BYTES) {
        parts.add(part.toString().getBytes(StandardCharsets.UTF_8));
        part.setLength(0);
        bytes = 0;
      }
      part.append(id).append('\n');
      bytes += more;
    }
    parts.add(part.toString().getBytes(StandardCharsets.UTF_8));
    return parts;
  }

  private CompletionStage<Set<String>> read(StoredIds stored) {
    return Stages.inTurn(stored.names(), name -> documents.document(COLLECTION, name))
        .thenApply(found -> {
          Set<String> ids = new HashSet<>();
          found.forEach(part ->
              part.ifPresent(one ->
                  new String(one.content(), StandardCharsets.UTF_8).lines().forEach(ids::add)));
          if (ids.size() != stored.count()) {
            throw new StoreFailureException(
                ErrorCode.STORE_DAMAGED, "the ids of task " + stored.task() + " are missing");
          }
          return ids;
        });
  }

  /** Deletes the ids that were stored with a task. */
  CompletionStage<?> delete(@Nullable StoredIds stored) {
    return Stages.inTurn(
        stored == null ? List.of() : stored.names(),
        name ->
            documents
                .document(COLLECTION, name)
                .thenCompose(found ->
                    found.isEmpty()
                        ? Stages.done(true)
                        : documents
                            .deleteDocument(COLLECTION, name, found.get().version())
                            .thenApply(done -> true)));
  }
}
