package io.duetime.internal.kernel.transfer;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.engine.server.Document;
import io.duetime.engine.server.DocumentResult.Outcome;
import io.duetime.engine.server.Documents;
import io.duetime.internal.async.Stages;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.engine.Requests;
import io.duetime.internal.kernel.transfer.StoreEntry.ServerDocument;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Checks every call before it reaches a store, so that what is invalid changes nothing, and adds
 * the documents that move with a store to its other entries.
 */
public final class CheckedTransfer implements Transfer {
  /** A task belongs to the jobs of its store, so tasks do not move. */
  private static final List<String> MOVING = List.of("tokens", "targets");

  private final Transfer inner;
  private final Documents documents;
  private final int maxPayloadBytes;

  public CheckedTransfer(Transfer inner, Documents documents, int maxPayloadBytes) {
    this.inner = inner;
    this.documents = documents;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  @Override
  public CompletionStage<List<StoreEntry>> common() {
    return inner.common();
  }

  @Override
  public CompletionStage<List<StoreEntry>> documents() {
    List<StoreEntry> entries = new ArrayList<>();
    return Stages.inTurn(MOVING, collection -> addAll(collection, null, entries))
        .thenApply(done -> entries);
  }

  private CompletionStage<Boolean> addAll(
      String collection, @Nullable String after, List<StoreEntry> entries) {
    return documents
        .documents(collection, after, Limits.MAX_DOCUMENT_PAGE)
        .thenCompose(page -> {
          page.forEach(document ->
              entries.add(new ServerDocument(collection, document.name(), document.content())));
          return page.size() < Limits.MAX_DOCUMENT_PAGE
              ? Stages.done(true)
              : addAll(collection, page.get(page.size() - 1).name(), entries);
        });
  }

  @Override
  public CompletionStage<List<StoreEntry>> queueEntries(String queue) {
    return Calls.checked(() -> inner.queueEntries(Limits.queue(queue)));
  }

  @Override
  public JobWalk jobs(String queue) {
    JobWalk walk = inner.jobs(Limits.queue(queue));
    return limit ->
        Calls.checked(() -> {
          Limits.count("limit", limit, MOST_ENTRIES);
          return walk.next(limit);
        });
  }

  @Override
  public CompletionStage<List<Boolean>> take(List<StoreEntry> entries) {
    return Calls.checked(() -> {
      if (entries.isEmpty()) {
        return CompletableFuture.completedStage(List.of());
      }
      check(entries);
      return takeChecked(entries);
    });
  }

  private CompletionStage<List<Boolean>> takeChecked(List<StoreEntry> entries) {
    List<StoreEntry> others = new ArrayList<>();
    List<ServerDocument> moved = new ArrayList<>();
    for (StoreEntry entry : entries) {
      if (entry instanceof ServerDocument document) {
        moved.add(moving(document));
      } else {
        others.add(entry);
      }
    }
    return takeOthers(others)
        .thenCompose(taken ->
            Stages.inTurn(moved, this::take).thenApply(put -> inOrder(entries, taken, put)));
  }

  private static ServerDocument moving(ServerDocument document) {
    if (!MOVING.contains(document.collection())) {
      throw new InvalidRequestException("collection", document.collection(), "tokens or targets");
    }
    return document;
  }

  private CompletionStage<List<Boolean>> takeOthers(List<StoreEntry> others) {
    return others.isEmpty() ? Stages.done(List.of()) : inner.take(others);
  }

  private CompletionStage<Boolean> take(ServerDocument document) {
    return documents
        .putDocument(document.collection(), document.name(), Document.ABSENT, document.content())
        .thenApply(result -> {
          if (result.outcome() == Outcome.FULL) {
            throw new InvalidRequestException(
                ErrorCode.QUOTA_EXCEEDED,
                "collection",
                document.collection(),
                "at most " + Limits.MAX_DOCUMENTS + " documents");
          }
          return result.outcome() == Outcome.DONE;
        });
  }

  private static List<Boolean> inOrder(
      List<StoreEntry> entries, List<Boolean> others, List<Boolean> moved) {
    Iterator<Boolean> nextOther = others.iterator();
    Iterator<Boolean> nextMoved = moved.iterator();
    return entries.stream()
        .map(entry -> (entry instanceof ServerDocument ? nextMoved : nextOther).next())
        .toList();
  }

  private void check(List<StoreEntry> entries) {
    if (entries.size() > MOST_ENTRIES) {
      throw new InvalidRequestException(
          "entries", entries.size() + " of them", "at most " + MOST_ENTRIES);
    }
    String queue = entries.get(0).queue();
    if (queue != null) {
      Limits.queue(queue);
    }
    for (StoreEntry entry : entries) {
      if (!Objects.equals(entry.queue(), queue)) {
        throw new InvalidRequestException("entries", "of several queues", "those of one queue");
      }
      checkSize(entry);
    }
  }

  private void checkSize(StoreEntry entry) {
    if (entry instanceof StoreEntry.ServerDocument document) {
      Limits.collection(document.collection());
      Limits.documentName(document.name());
      Limits.documentContent(document.content());
    }
    if (entry instanceof StoreEntry.Job job) {
      InvalidRequestException tooLarge = Requests.tooLarge(job.job().body(), maxPayloadBytes);
      if (tooLarge != null) {
        throw tooLarge;
      }
    }
  }
}
