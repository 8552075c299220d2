package io.duetime.internal.local;

import io.duetime.Durability;
import io.duetime.engine.Maintenance;
import io.duetime.internal.kernel.QueueKernel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Does what must happen by itself in an engine in this process. */
final class LocalMaintainer {
  private final LocalStore store;

  LocalMaintainer(LocalStore store) {
    this.store = store;
  }

  CompletionStage<Maintenance> maintain() {
    if (store.isClosed()) {
      return store.closedStage();
    }
    CompletionStage<Maintenance> all = CompletableFuture.completedStage(Maintenance.NOTHING);
    for (String queue : store.queuesInNeed(store.now())) {
      all = all.thenCombine(maintain(queue), Maintenance::plus);
    }
    return all.thenApply(done -> done.comeBackAt(store.nextMaintenance()));
  }

  private CompletionStage<Maintenance> maintain(String queue) {
    return store
        .writeIfThere(queue, Maintenance.NOTHING, Durability.NONE, QueueKernel::maintain)
        .thenCombine(new LocalCopyMaker(store).makeAll(queue), Maintenance::plus);
  }
}
