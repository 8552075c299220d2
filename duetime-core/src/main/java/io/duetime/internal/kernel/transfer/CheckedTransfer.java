package io.duetime.internal.kernel.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.engine.Requests;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Checks every call before it reaches a store, so that what is invalid changes nothing. */
public final class CheckedTransfer implements Transfer {
  private final Transfer inner;
  private final int maxPayloadBytes;

  /** Checks the calls to a store that takes payloads up to a size. */
  public CheckedTransfer(Transfer inner, int maxPayloadBytes) {
    this.inner = inner;
    this.maxPayloadBytes = maxPayloadBytes;
  }

  @Override
  public CompletionStage<List<StoreEntry>> common() {
    return inner.common();
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
      return inner.take(entries);
    });
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
    if (entry instanceof StoreEntry.Job job) {
      InvalidRequestException tooLarge = Requests.tooLarge(job.job().body(), maxPayloadBytes);
      if (tooLarge != null) {
        throw tooLarge;
      }
    }
  }
}
