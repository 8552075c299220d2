package io.duetime.kernel;

import io.duetime.ErrorCode;
import io.duetime.QueueSettings;
import io.duetime.StoreFailureException;
import io.duetime.engine.JobBody;
import io.duetime.engine.support.Calls;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.Status;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.QueueState;
import io.duetime.kernel.transfer.StoreEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the entries of a queue, and puts entries into it. */
public record QueueTransfer(QueueState state, TickScheduler ticks) {
  private static final long MOST_BYTES = 4L << 20;
  private static final int ALL = Integer.MAX_VALUE;

  List<StoreEntry> entries() {
    List<StoreEntry> entries = new ArrayList<>();
    // A version counts the changes in one store.
    QueueSettings settings = state.settings().toBuilder().anyVersion().build();
    entries.add(new StoreEntry.Queue(state.queue(), settings, state.fences().last()));
    ticks.states().forEach(known -> entries.add(new StoreEntry.RecurringJob(state.queue(), known)));
    state
        .table()
        .queue()
        .copies(ALL)
        .forEach(copy -> entries.add(new StoreEntry.Copy(state.queue(), copy)));
    return entries;
  }

  /**
   * Some jobs in the order of their ids, which never change.
   *
   * @param last the id of the last one; null where there are no more
   */
  public record Stretch(List<StoreEntry.Job> jobs, int unreadable, @Nullable String last) {}

  Stretch jobs(@Nullable String afterId, int limit, long now) {
    List<JobHead> heads = state.table().byId(afterId, limit);
    List<StoreEntry.Job> jobs = new ArrayList<>();
    long bytes = 0;
    int unreadable = 0;
    int read = 0;
    while (read < heads.size() && bytes < MOST_BYTES) {
      JobHead head = heads.get(read++);
      if (!state.isForgotten(head, now)) {
        JobBody body = readable(head);
        if (body == null) {
          unreadable++;
        } else {
          jobs.add(new StoreEntry.Job(state.queue(), new WholeJob(head, body)));
          bytes += body.payload().length;
        }
      }
    }
    boolean isMore = read < heads.size() || read == limit;
    return new Stretch(jobs, unreadable, isMore ? heads.get(read - 1).id() : null);
  }

  // One that cannot be read must not keep back the others.
  private @Nullable JobBody readable(JobHead head) {
    try {
      return state.table().body(head);
    } catch (StoreFailureException failure) {
      if (failure.code() != ErrorCode.STORE_DAMAGED) {
        throw failure;
      }
      return null;
    }
  }

  /** Puts entries of this queue in; for each whether it was not there already. */
  List<Boolean> take(List<StoreEntry> entries, long now) {
    Set<String> copies = new HashSet<>();
    if (entries.stream().anyMatch(StoreEntry.Copy.class::isInstance)) {
      state.table().queue().copies(ALL).forEach(copy -> copies.add(copy.key()));
    }
    return Calls.each(entries, entry -> take(entry, copies, now));
  }

  private boolean take(StoreEntry entry, Set<String> copies, long now) {
    if (entry instanceof StoreEntry.Job job) {
      ticks.takenOver();
      return take(job.job(), now);
    }
    if (entry instanceof StoreEntry.RecurringJob definition) {
      return ticks.restore(definition.state(), now);
    }
    if (entry instanceof StoreEntry.Copy copy) {
      return copies.add(copy.copy().key()) && take(copy.copy());
    }
    if (entry instanceof StoreEntry.Queue queue) {
      state.fences().raise(queue.fences());
      return take(queue.settings(), now);
    }
    throw new IllegalArgumentException("belongs to no queue: " + entry.getClass());
  }

  // Settings that were changed in this store stay.
  private boolean take(QueueSettings settings, long now) {
    boolean isUntouched = state.settings().equals(QueueSettings.DEFAULT);
    if (!isUntouched || settings.equals(QueueSettings.DEFAULT)) {
      return false;
    }
    state.configure(settings, now);
    return true;
  }

  private boolean take(DeadCopy copy) {
    state.table().queue().saveCopy(copy);
    state.maintenance().notAfter(0);
    return true;
  }

  private boolean take(WholeJob job, long now) {
    JobHead head = job.head();
    JobHead known = state.table().find(head.id());
    if (known != null && !state.isForgotten(known, now)) {
      return false;
    }
    if (known != null) {
      state.table().delete(known);
    }
    insert(head, job);
    state.fences().raise(head.fence());
    state.wakeUp().mayComeAt(head.lease() == null ? head.dueAt() : head.leaseOrThrow().deadline());
    if (head.terms().expiry() != null) {
      state.maintenance().expiresAt(head.expiresAt());
    }
    state.maintenance().notAfter(maintenanceAt(head));
    return true;
  }

  // A table takes new jobs that wait; what has become of this one since is a change.
  private void insert(JobHead head, WholeJob job) {
    if (head.stage() == Stage.WAITING) {
      state.table().insert(head, job.body());
      return;
    }
    JobHead before = head.with(Status.WAITING).with(head.requests().withoutSuccessor());
    state.table().insert(before, job.body());
    state.table().update(before, head);
  }

  private static long maintenanceAt(JobHead head) {
    return switch (head.stage()) {
      case LEASED -> head.leaseOrThrow().deadline();
      case DONE, CANCELLED -> head.forgetAt();
      case WAITING -> JobTable.NEVER;
      case DEAD -> 0;
    };
  }
}
