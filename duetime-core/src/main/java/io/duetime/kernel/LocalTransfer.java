package io.duetime.kernel;

import io.duetime.Durability;
import io.duetime.RetryableException;
import io.duetime.engine.support.Calls;
import io.duetime.kernel.state.StoreData;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.kernel.transfer.Transfer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Reads and takes in the queues of an engine of this process. */
record LocalTransfer(LocalStore store) implements Transfer {
  @Override
  public CompletionStage<List<StoreEntry>> common() {
    return store.storeData(Durability.NONE, StoreData::entries);
  }

  @Override
  public CompletionStage<List<StoreEntry>> queueEntries(String queue) {
    return store.read(queue, List.of(), (kernel, now) -> kernel.transfer.entries());
  }

  @Override
  public JobWalk jobs(String queue) {
    AtomicReference<@Nullable String> after = new AtomicReference<>();
    return limit ->
        store
            .read(
                queue,
                new QueueTransfer.Stretch(List.of(), 0, null),
                (kernel, now) -> kernel.transfer.jobs(after.get(), limit, now))
            .thenApply(stretch -> {
              after.set(stretch.last());
              return new Page(stretch.jobs(), stretch.unreadable(), stretch.last() == null);
            });
  }

  @Override
  public CompletionStage<List<Boolean>> take(List<StoreEntry> entries) {
    RetryableException full = store.refusesJobs();
    if (full != null) {
      return CompletableFuture.failedStage(full);
    }
    String queue = entries.get(0).queue();
    Durability durability = store.capabilities().defaultDurability();
    return queue == null
        ? store.storeData(durability, data -> Calls.each(entries, data::take))
        : store.write(queue, durability, (kernel, now) -> kernel.transfer.take(entries, now));
  }
}
