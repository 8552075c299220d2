package io.duetime.internal.kernel;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryableException;
import io.duetime.internal.engine.Calls;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Checks what goes into an engine of this process, and has its queues do the rest. */
final class LocalTransfer implements Transfer {
  private final LocalStore store;

  LocalTransfer(LocalStore store) {
    this.store = store;
  }

  @Override
  public CompletionStage<List<StoreEntry>> common() {
    return store.common();
  }

  @Override
  public CompletionStage<List<StoreEntry>> queueEntries(String queue) {
    return store.read(queue, List.of(), (kernel, now) -> kernel.entries());
  }

  @Override
  public CompletionStage<Page> jobs(String queue, @Nullable String cursor, int limit) {
    return Calls.checked(() -> {
      Limits.count("limit", limit, MOST_ENTRIES);
      return store.read(
          queue, new Page(List.of(), 0, null), (kernel, now) -> kernel.jobs(cursor, limit, now));
    });
  }

  @Override
  public CompletionStage<List<Boolean>> take(List<StoreEntry> entries) {
    return Calls.checked(() -> {
      if (entries.isEmpty()) {
        return CompletableFuture.completedStage(List.of());
      }
      String queue = check(entries);
      RetryableException full = store.refusesJobs();
      if (full != null) {
        return CompletableFuture.failedStage(full);
      }
      return queue == null
          ? store.takeCommon(entries)
          : store.write(
              queue,
              store.capabilities().defaultDurability(),
              (kernel, now) -> kernel.take(entries, now));
    });
  }

  // Everything is checked before anything is put in.
  private @Nullable String check(List<StoreEntry> entries) {
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
      if (entry instanceof StoreEntry.Job job) {
        InvalidRequestException tooLarge = store.tooLarge(job.job().body());
        if (tooLarge != null) {
          throw tooLarge;
        }
      }
    }
    return queue;
  }
}
