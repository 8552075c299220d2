package io.duetime.kernel.state;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.QueueSettings;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.support.DeadLimitWarner;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.state.QueueDataTable.QueueMemory;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Holds what the components of a queue share about it. */
public final class QueueState {
  private static final RedriveCounts SUCCEEDED = new RedriveCounts(0, 1, 0);
  private static final RedriveCounts FAILED = new RedriveCounts(0, 0, 1);

  private final String queue;
  private final JobTable table;
  private final Observed observed;
  private final WakeUp wakeUp = new WakeUp();
  private final NextMaintenance maintenance;
  private final Limiter limiter;
  private final Fences fences;
  private QueueSettings settings;

  /** Takes up a queue where {@code memory} left it. */
  public QueueState(String queue, JobTable table, QueueMemory memory, Observed observed, long now) {
    this.queue = queue;
    this.table = table;
    this.observed = observed;
    QueueSettings known = memory.settings();
    this.settings = known.version().isPresent() ? known : known.toBuilder().version(0).build();
    this.maintenance =
        new NextMaintenance(table.count(Stage.WAITING) + table.count(Stage.LEASED) > 0);
    this.fences = new Fences(table.queue(), memory.fenceFloor());
    this.limiter = new Limiter(table, settings, now);
    observed.lateness().keepIn(table.queue(), memory.past());
  }

  public String queue() {
    return queue;
  }

  public JobTable table() {
    return table;
  }

  public Observed observed() {
    return observed;
  }

  public EventCounts events() {
    return observed.events();
  }

  public DeadLimitWarner deadWarner() {
    return observed.deadWarner();
  }

  public WakeUp wakeUp() {
    return wakeUp;
  }

  public NextMaintenance maintenance() {
    return maintenance;
  }

  public Limiter limiter() {
    return limiter;
  }

  public Fences fences() {
    return fences;
  }

  public QueueSettings settings() {
    return settings;
  }

  /** Stores settings unless they name another version than that which applies. */
  public Configured configure(QueueSettings wanted, long now) {
    OptionalLong expected = wanted.version();
    if (expected.isPresent() && !expected.equals(settings.version())) {
      return new Configured(ConfigureOutcome.CHANGED_MEANWHILE, settings);
    }
    settings = wanted.toBuilder().version(settings.version().orElse(0) + 1).build();
    table.queue().saveSettings(settings);
    limiter.changed(settings, now);
    wakeUp.unlimited();
    wakeUp.mayComeAt(now);
    maintenance.notAfter(now);
    return new Configured(ConfigureOutcome.STORED, settings);
  }

  /** Whether no other job may wait or run: a running job may come back at any time. */
  public boolean isFull() {
    long max = settings.maxWaiting();
    return max > 0 && table.count(Stage.WAITING) + table.count(Stage.LEASED) >= max;
  }

  /** The job under an id, unless it is remembered no longer. */
  public @Nullable JobHead known(String id, long now) {
    JobHead head = table.find(id);
    return head == null || isForgotten(head, now) ? null : head;
  }

  /** Whether a job has ended and is remembered no longer, or not kept among the dead. */
  public boolean isForgotten(JobHead head, long now) {
    return head.stage() == Stage.DEAD ? head.moment() <= deadUntil(now) : head.isForgottenAt(now);
  }

  /** Jobs that died up to this moment are not kept; -1 where all are. */
  public long deadUntil(long now) {
    long retention = settings.deadRetention().toMillis();
    return retention == 0 ? -1 : now - retention;
  }

  /** Counts how the first attempt of a redriven job ends, unless its task is forgotten. */
  public void countRedriven(JobHead head, boolean hasSucceeded) {
    String task = head.progress().redrive();
    RedriveCounts known = task == null ? null : table.queue().redriven(task);
    if (task != null && known != null) {
      table.queue().saveRedriven(task, known.plus(hasSucceeded ? SUCCEEDED : FAILED));
    }
  }

  /**
   * Observations of a queue that no table keeps: counts of events, lateness, consumers. A kernel
   * that replaces another goes on with them.
   *
   * @param deadWarner warns about the queue's dead jobs, as often as it is to be warned altogether
   */
  public record Observed(
      EventCounts events,
      LatenessHistory lateness,
      ConsumerTracker consumers,
      DeadLimitWarner deadWarner) {

    /** Nothing yet. */
    public Observed(String queue) {
      this(
          new EventCounts(),
          new LatenessHistory(),
          new ConsumerTracker(),
          new DeadLimitWarner("Queue " + queue));
    }

    /** A copy with the counts as they are now. */
    public Observed atThisPoint() {
      return new Observed(events.copy(), lateness, consumers, deadWarner);
    }
  }

  /**
   * Gives the fences of a queue: each is greater than all before it, also after crashes and
   * backward steps of the clock.
   *
   * <p>A fence is the larger of the last one + 1 and the clock in microseconds. A bound is kept
   * ahead of what is given, so that a store that loses its last claims still continues above them.
   */
  public static final class Fences {
    private static final long AHEAD_MICROS = 60_000_000;
    private static final long MICROS_PER_MILLI = 1_000;

    private final QueueDataTable table;
    private long last;
    private long reserved;

    public Fences(QueueDataTable table, long floor) {
      this.table = table;
      this.last = floor;
      this.reserved = floor;
    }

    public long next(long now) {
      last = Math.max(last + 1, now * MICROS_PER_MILLI);
      if (last > reserved) {
        reserved = last + AHEAD_MICROS;
        table.reserveFences(reserved);
      }
      return last;
    }

    /** Gives none up to this one any more. */
    public void raise(long floor) {
      last = Math.max(last, floor);
      if (last > reserved) {
        reserved = last;
        table.reserveFences(reserved);
      }
    }

    /** The last one given, or the floor before the first. */
    public long last() {
      return last;
    }
  }

  /**
   * When a queue needs maintenance next, so that an idle queue costs one look at a number. The
   * moment is written by the thread that works on the queue and read by any; the rest is that
   * thread's.
   */
  public static final class NextMaintenance {
    private volatile long at;
    private boolean mayExpire;

    /** Whether jobs that may expire were there before. */
    public NextMaintenance(boolean mayExpire) {
      this.mayExpire = mayExpire;
    }

    /** Maintenance has something to do at this moment. */
    public void notAfter(long moment) {
      if (moment < at) {
        at = moment;
      }
    }

    public void expiresAt(long moment) {
      mayExpire = true;
      notAfter(moment);
    }

    /** No job waits or runs. */
    public void nothingExpires() {
      mayExpire = false;
    }

    /** Whether a job that waits or runs may expire. */
    public boolean mayExpire() {
      return mayExpire;
    }

    /** Maintenance is done up to now; it is due again at this moment. */
    public void is(long moment) {
      at = moment;
    }

    public long at() {
      return at;
    }
  }

  /**
   * Notices when jobs may be claimable earlier than the last claim was told, so that a claimer that
   * sleeps until then can be woken, and when a running job was cancelled. A signal is never
   * missing; some signals are needless.
   */
  public static final class WakeUp {
    private long told = JobTable.NEVER;
    private long earlier = JobTable.NEVER;
    // While a limit is reached, a job that becomes due before this moment changes nothing.
    private long limitedUntil;
    private boolean cancelRequested;

    /** Something may be claimable from this moment on. */
    public void mayComeAt(long moment) {
      long from = Math.max(moment, limitedUntil);
      if (from < told) {
        told = from;
        earlier = from;
      }
    }

    /**
     * A claim was told to come back at this moment, and that no limit allows anything before the
     * other.
     */
    public void told(long comeBackAt, long allowedFrom) {
      told = comeBackAt;
      limitedUntil = allowedFrom;
    }

    /** A limit has been lifted or has room again. */
    public void unlimited() {
      limitedUntil = 0;
    }

    /**
     * The moment to signal, or {@link JobTable#NEVER} when nothing has become earlier since the
     * last call.
     */
    public long takeSignal() {
      long signal = earlier;
      earlier = JobTable.NEVER;
      return signal;
    }

    /** A running job was cancelled. */
    public void cancelRequested() {
      cancelRequested = true;
    }

    /** Whether a running job was cancelled since the last call. */
    public boolean takeCancelRequested() {
      boolean signal = cancelRequested;
      cancelRequested = false;
      return signal;
    }
  }
}
