package io.duetime.kernel;

import io.duetime.Durability;
import io.duetime.engine.Maintenance;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.state.JobTable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Does what must happen by itself in an engine in this process. */
record LocalMaintainer(LocalStore store) {
  // A queue that has no room is offered the copy again.
  private static final CompletionStage<Maintenance> NOT_YET =
      CompletableFuture.completedStage(Maintenance.NOTHING);

  CompletionStage<Maintenance> maintain() {
    if (store.isClosed()) {
      return store.closedStage();
    }
    CompletionStage<Maintenance> all = CompletableFuture.completedStage(Maintenance.NOTHING);
    for (String queue : store.queuesInNeed(store.now())) {
      CompletionStage<Maintenance> done =
          store.writeIfExists(
              queue,
              Maintenance.NOTHING,
              Durability.NONE,
              (kernel, now) -> kernel.maintainer.maintain(now));
      all =
          all.thenCombine(
              done.thenCombine(makeCopies(queue), Maintenance::plus), Maintenance::plus);
    }
    return all.thenApply(done -> done.comeBackAt(store.nextMaintenance()));
  }

  /** Puts some of the copies of dead jobs that a queue has still to make into their queues. */
  private CompletionStage<Maintenance> makeCopies(String queue) {
    return store
        .read(queue, List.<DeadCopy>of(), (kernel, now) -> kernel.copies())
        .thenCompose(copies -> makeCopies(queue, copies));
  }

  private CompletionStage<Maintenance> makeCopies(String queue, List<DeadCopy> copies) {
    CompletionStage<Maintenance> made = CompletableFuture.completedStage(Maintenance.NOTHING);
    for (DeadCopy copy : copies) {
      made = made.thenCompose(before -> makeCopy(queue, copy).thenApply(before::plus));
    }
    return made;
  }

  // The copy is written before the note of it goes: a crash between the two makes it again, under
  // KEEP.
  private CompletionStage<Maintenance> makeCopy(String queue, DeadCopy copy) {
    Durability durability = store.capabilities().defaultDurability();
    Durability.Reached reached = store.reached(durability);
    return store
        .write(
            copy.targetQueue(),
            durability,
            (kernel, now) -> kernel.schedule(copy.job(), reached, now))
        .thenCompose(stored -> stored.refusal() == null ? deletePending(queue, copy) : NOT_YET);
  }

  private CompletionStage<Maintenance> deletePending(String queue, DeadCopy copy) {
    return store.writeIfExists(
        queue,
        Maintenance.NOTHING,
        Durability.NONE,
        (kernel, now) -> {
          kernel.state.table().queue().deleteCopy(copy);
          return new Maintenance(0, 0, 0, 0, 0, 1, JobTable.NEVER);
        });
  }
}
