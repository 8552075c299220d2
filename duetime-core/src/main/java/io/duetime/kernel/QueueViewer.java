package io.duetime.kernel;

import io.duetime.Counts;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.StoreFailureException;
import io.duetime.Timeline;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.kernel.job.Cursor;
import io.duetime.kernel.job.Explanations;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.JobTable.ByMoment;
import io.duetime.kernel.state.QueueState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at jobs and counts them; changes nothing but the spans in which the past is kept. */
final class QueueViewer {
  private final QueueState state;
  private final SelectionLister lister;

  QueueViewer(QueueState state) {
    this.state = state;
    this.lister = new SelectionLister(state);
  }

  /** The jobs of a page as callers see them, up to the one that reaches the bytes of a page. */
  JobPage<JobView> list(Selection selection, @Nullable String cursor, int limit, long now) {
    SelectionLister.Slice slice = lister.slice(selection, Cursor.parse(cursor), limit, now);
    List<JobView> jobs = new ArrayList<>();
    Cursor next = slice.next();
    long bytes = 0;
    for (Iterator<JobHead> heads = slice.heads().iterator(); heads.hasNext(); ) {
      JobHead head = heads.next();
      JobView job = view(head, now);
      if (job != null) {
        jobs.add(job);
        bytes += job.body().payload().length;
      }
      if (bytes >= Limits.MAX_PAGE_BYTES && heads.hasNext()) {
        next = slice.behind(head);
        break;
      }
    }
    return new JobPage<>(jobs, next == null ? null : next.text());
  }

  /**
   * A job as callers see it; null if there is none.
   *
   * @throws StoreFailureException if its body cannot be read
   */
  @Nullable JobView find(String id, long now) {
    JobHead head = state.known(id, now);
    if (head == null) {
      return null;
    }
    JobView job = view(head, now);
    if (job == null) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "queue " + state.queue() + ", job " + id + ": its record cannot be read");
    }
    return job;
  }

  /** A job as callers see it; null when its body cannot be read. */
  private @Nullable JobView view(JobHead head, long now) {
    JobBody body = state.table().body(head);
    return body == null ? null : new WholeJob(head, body).viewAt(now);
  }

  Explanation explain(String id, long now) {
    JobHead head = state.known(id, now);
    if (head == null) {
      return Explanations.UNKNOWN;
    }
    Explanation known = Explanations.unlessWaiting(head, now);
    return known == null ? Explanations.waiting(head, explainWaiting(head, now)) : known;
  }

  private Explanation explainWaiting(JobHead head, long now) {
    QueueSettings settings = state.settings();
    return new Explanations.Waiting(
            head.dueAt(),
            head.expiresAt(),
            settings.isPausedAt(now) ? settings.pausedUntilMillis() : 0,
            state.limiter().isFull() ? settings.maxRunning() : 0,
            state.limiter().nextPermitAt(now))
        .at(now, state.observed().consumers().hasConsumers(now), running(now));
  }

  List<QueueConsumer> consumers(long now) {
    return state.observed().consumers().list(now, running(now));
  }

  private List<Explanations.RunningJob> running(long now) {
    List<Explanations.RunningJob> running = new ArrayList<>();
    for (JobHead head :
        state.table().page(JobGroup.LEASED, 0, JobTable.NEVER, null, Integer.MAX_VALUE)) {
      if (!head.isLapsedAt(now)) {
        JobLease lease = head.leaseOrThrow();
        running.add(new Explanations.RunningJob(head.id(), lease.consumer(), lease.since()));
      }
    }
    return running;
  }

  Counts counts(long now) {
    JobTable table = state.table();
    long lapsed = table.leased().countUpTo(now, Stage.LEASED);
    long ready = table.readyCount(now);
    long nextDue = table.nextDue();
    Counts.States byState =
        new Counts.States(
            table.count(Stage.WAITING) - ready,
            ready + lapsed,
            table.count(Stage.LEASED) - lapsed,
            table.count(Stage.DEAD) - droppable(now),
            remembered(Stage.DONE, now),
            remembered(Stage.CANCELLED, now),
            table.retryingCount() + lapsed);
    return new Counts(
        byState,
        state.events().snapshot(),
        nextDue <= now ? Instant.ofEpochMilli(nextDue) : null,
        momentOrNull(table.nextDueAfter(now)));
  }

  private static @Nullable Instant momentOrNull(long millis) {
    return millis == JobTable.NEVER ? null : Instant.ofEpochMilli(millis);
  }

  // Without the jobs that maintenance has still to remove, which are mostly none.
  private long remembered(Stage stage, long now) {
    ByMoment remembered = state.table().remembered();
    long over = remembered.next() > now ? 0 : remembered.countUpTo(now, stage);
    return state.table().count(stage) - over;
  }

  private long droppable(long now) {
    long until = state.deadUntil(now);
    return until < 0 ? 0 : state.table().dead().countUpTo(until, Stage.DEAD);
  }

  Timeline timeline(long from, long to, int buckets, long now) {
    long[] waiting = state.table().waitingBetween(from, to, buckets);
    return state.observed().lateness().timeline(now, from, to, waiting);
  }
}
