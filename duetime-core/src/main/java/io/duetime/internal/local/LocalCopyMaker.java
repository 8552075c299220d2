package io.duetime.internal.local;

import io.duetime.Durability;
import io.duetime.engine.Maintenance;
import io.duetime.internal.kernel.job.DeadCopy;
import io.duetime.internal.kernel.state.JobTable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Puts the copies of dead jobs into the queues that ask for them. */
final class LocalCopyMaker {
  // A queue that has no room is offered the copy again.
  private static final CompletionStage<Maintenance> NOT_YET =
      CompletableFuture.completedStage(Maintenance.NOTHING);

  private final LocalStore store;

  LocalCopyMaker(LocalStore store) {
    this.store = store;
  }

  /** Makes some of the copies that a queue still has to make. */
  CompletionStage<Maintenance> makeAll(String queue) {
    return store
        .read(queue, List.<DeadCopy>of(), (kernel, now) -> kernel.copies())
        .thenCompose(copies -> makeAll(queue, copies));
  }

  private CompletionStage<Maintenance> makeAll(String queue, List<DeadCopy> copies) {
    CompletionStage<Maintenance> made = CompletableFuture.completedStage(Maintenance.NOTHING);
    for (DeadCopy copy : copies) {
      made = made.thenCompose(before -> make(queue, copy).thenApply(before::plus));
    }
    return made;
  }

  // The copy is written before the note of it goes: a crash between the two makes it again, under
  // KEEP.
  private CompletionStage<Maintenance> make(String queue, DeadCopy copy) {
    Durability durability = store.capabilities().defaultDurability();
    Durability.Reached reached = store.reached(durability);
    return store
        .write(
            copy.targetQueue(),
            durability,
            (kernel, now) -> kernel.schedule(copy.job(), reached, now))
        .thenCompose(stored -> stored.refusal() == null ? strikeOut(queue, copy) : NOT_YET);
  }

  private CompletionStage<Maintenance> strikeOut(String queue, DeadCopy copy) {
    return store.writeIfThere(
        queue,
        Maintenance.NOTHING,
        Durability.NONE,
        (kernel, now) -> {
          kernel.copied(copy);
          return new Maintenance(0, 0, 0, 0, 0, 1, JobTable.NEVER);
        });
  }
}
