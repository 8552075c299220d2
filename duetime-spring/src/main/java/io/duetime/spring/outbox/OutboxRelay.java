package io.duetime.spring.outbox;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.spring.transaction.CallSender;
import io.duetime.spring.transaction.DeferredCall;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.ConcurrencyFailureException;

/**
 * Sends the calls of the outbox to the store, in their order: after each commit of this process,
 * and at an interval for what other processes left behind. Between two steps it rests for
 * milliseconds. Several processes may run one; one at a time takes calls.
 *
 * <p>A crash between a call and its removal repeats the call, which keeps its id.
 */
public final class OutboxRelay implements SmartLifecycle {
  /** Before handlers are stopped, calls of theirs can be sent; after them, it ends. */
  public static final int PHASE = 1024;

  private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);
  private static final int MOST_LOGGED = 10;

  private final JdbcOutbox outbox;
  private final CallSender sender;
  private final Duration interval;
  private final TimeSource time;
  private final RelayPace pace;
  private final Set<Duration> planned = ConcurrentHashMap.newKeySet();
  private volatile @Nullable ScheduledExecutorService thread;
  private volatile @Nullable ScheduledExecutorService keeper;
  // Why calls wait, as far as it was logged since they went the last time.
  private final Set<String> failures = ConcurrentHashMap.newKeySet();
  private volatile long heldSince;

  public OutboxRelay(JdbcOutbox outbox, CallSender sender, Duration interval, TimeSource time) {
    this.outbox = outbox;
    this.sender = sender;
    this.interval = interval;
    this.time = time;
    this.pace = new RelayPace(time);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // drain logs its failures
  public synchronized void start() {
    if (thread != null) {
      return;
    }
    outbox.checkRights();
    keeper = Executors.newSingleThreadScheduledExecutor(Threads.daemons("duetime-outbox-keeper"));
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(Threads.daemons("duetime-outbox"));
    long millis = interval.toMillis();
    started.scheduleWithFixedDelay(this::drain, 0, millis, TimeUnit.MILLISECONDS);
    thread = started;
    outbox.whenCommitted(this::wake);
  }

  @Override
  public synchronized void stop() {
    ScheduledExecutorService stopped = thread;
    thread = null;
    if (stopped != null) {
      stopped.shutdown();
      awaitEnd(stopped);
      Objects.requireNonNull(keeper).shutdown();
    }
  }

  private static void awaitEnd(ScheduledExecutorService stopped) {
    try {
      if (!stopped.awaitTermination(1, TimeUnit.MINUTES)) {
        LOG.warn("The outbox relay still sends; another process sends the rest");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  private void wake(List<DeferredCall> calls) {
    Duration rest = pace.restBefore(calls);
    plan(rest, pace.left(rest));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // drain logs its failures
  private void plan(Duration rest, Duration wait) {
    ScheduledExecutorService running = thread;
    if (running != null && planned.add(rest)) {
      try {
        running.schedule(
            () -> {
              planned.remove(rest);
              drain();
            },
            wait.toNanos(),
            TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException stopped) {
        LOG.debug("The outbox relay has stopped; another process sends the calls");
      }
    }
  }

  private void drain() {
    try {
      JdbcOutbox.Step step = step();
      while (step == JdbcOutbox.Step.MORE) {
        step = step();
      }
      if (step == JdbcOutbox.Step.BUSY) {
        plan(RelayPace.LONG, RelayPace.LONG);
      }
    } catch (ConcurrencyFailureException busy) {
      LOG.debug("Another process sends the calls of the outbox", busy);
      plan(RelayPace.LONG, RelayPace.LONG);
    } catch (RuntimeException failure) {
      failed(failure);
    } catch (Throwable fatal) {
      // The thread would never run again, without a word.
      LOG.error("The relay of the outbox failed; it tries again", fatal);
    } finally {
      pace.stepped();
    }
  }

  private JdbcOutbox.Step step() {
    heldSince = time.nanoTime();
    return outbox.forward(this::sendKeeping);
  }

  /** Whether no other relay can have taken what this one has. */
  private boolean holds() {
    return time.nanoTime() - heldSince < outbox.lease().toNanos();
  }

  /** Sends calls, and meanwhile keeps other relays from taking them. */
  private List<JdbcOutbox.End> sendKeeping(List<JdbcOutbox.Row> rows) {
    long millis = outbox.lease().toMillis() / 4;
    ScheduledFuture<?> keeping =
        Objects.requireNonNull(keeper)
            .scheduleAtFixedRate(this::keep, millis, millis, TimeUnit.MILLISECONDS);
    try {
      return send(rows);
    } finally {
      keeping.cancel(false);
    }
  }

  private void keep() {
    long now = time.nanoTime();
    try {
      if (outbox.keep()) {
        heldSince = now;
      }
    } catch (RuntimeException failure) {
      LOG.warn("Another process may send calls of the outbox a second time", failure);
    }
  }

  // Stops behind the first batch that the store does not take whole, so that the order is kept.
  private List<JdbcOutbox.End> send(List<JdbcOutbox.Row> rows) {
    List<JdbcOutbox.End> ends = new ArrayList<>();
    List<ReadRow> readable = new ArrayList<>();
    Set<DeferredCall.JobKey> cancelled = new HashSet<>();
    for (JdbcOutbox.Row row : rows) {
      try {
        DeferredCall call = CallFormat.read(row.body(), row.age());
        readable.add(new ReadRow(row, repeatable(call, cancelled)));
      } catch (RuntimeException unreadable) {
        ends.add(aside(row, unreadable));
      }
    }
    for (List<ReadRow> batch : CallSender.batches(readable, ReadRow::call)) {
      if (!holds() || !send(batch, ends)) {
        return ends;
      }
    }
    if (!failures.isEmpty()) {
      failures.clear();
      LOG.info("The store takes the calls of the outbox again");
    }
    return ends;
  }

  private record ReadRow(JdbcOutbox.Row row, DeferredCall call) {}

  // If these rows were sent before, their cancel is now repeated, and may end the job that a
  // schedule behind it has made. The schedule is then a new request, which makes the job again.
  // Its header still tells the inbox which call it was.
  private static DeferredCall repeatable(DeferredCall call, Set<DeferredCall.JobKey> cancelled) {
    if (call instanceof DeferredCall.Schedule schedule) {
      DeferredCall.Schedule marked = schedule.marked();
      return cancelled.contains(call.job()) ? marked.asNew() : marked;
    }
    if (call instanceof DeferredCall.Cancel) {
      cancelled.add(call.job());
    }
    return call;
  }

  private boolean send(List<ReadRow> batch, List<JdbcOutbox.End> ends) {
    try {
      List<Optional<DuetimeException>> refusals =
          sender.send(batch.stream().map(ReadRow::call).toList());
      boolean isWhole = true;
      for (int i = 0; i < batch.size(); i++) {
        JdbcOutbox.Row row = batch.get(i).row();
        DuetimeException refusal = refusals.get(i).orElse(null);
        if (refusal == null) {
          ends.add(new JdbcOutbox.End(row.id(), Optional.empty()));
        } else if (refusal instanceof InvalidRequestException) {
          ends.add(aside(row, refusal));
        } else {
          failed(refusal);
          isWhole = false;
        }
      }
      return isWhole;
    } catch (RuntimeException failure) {
      failed(failure);
      return false;
    }
  }

  private static JdbcOutbox.End aside(JdbcOutbox.Row row, RuntimeException why) {
    LOG.error("Call {} of the outbox can never take effect and is set aside", row.id(), why);
    return new JdbcOutbox.End(row.id(), Optional.of(String.valueOf(why)));
  }

  private void failed(RuntimeException failure) {
    if (failures.size() < MOST_LOGGED && failures.add(failure.toString())) {
      LOG.warn("The calls of the outbox wait, and are sent when the store takes them", failure);
    }
  }

  /**
   * How long the relay rests after a step before it sends committed calls. Under load many
   * transactions then share one removal of rows, whose sync competes with their commits. Thread
   * safe.
   */
  static final class RelayPace {
    /** The rest before calls that may be about jobs that are due soon. */
    static final Duration SHORT = Duration.ofMillis(5);

    /** The rest before all other calls. */
    static final Duration LONG = Duration.ofMillis(50);

    /** A job that is scheduled further ahead does not notice the long rest. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final TimeSource time;
    private volatile long lastStep;

    /** Makes a pace whose first step needs no rest. */
    RelayPace(TimeSource time) {
      this.time = time;
      this.lastStep = time.nanoTime() - LONG.toNanos();
    }

    void stepped() {
      lastStep = time.nanoTime();
    }

    /** The rest before the calls of a transaction. */
    Duration restBefore(List<DeferredCall> calls) {
      return calls.stream().anyMatch(this::maySoonBeDue) ? SHORT : LONG;
    }

    /** What is left of a rest; zero if it is over. */
    Duration left(Duration rest) {
      Duration left = rest.minusNanos(time.nanoTime() - lastStep);
      return left.isNegative() ? Duration.ZERO : left;
    }

    // The job of a reschedule or a cancel may be due at any moment.
    private boolean maySoonBeDue(DeferredCall call) {
      return !(call instanceof DeferredCall.Schedule schedule)
          || schedule
                  .request()
                  .dueAt()
                  .map(due -> Duration.between(time.instant(), due))
                  .orElse(schedule.request().delay())
                  .compareTo(SOON)
              < 0;
    }
  }
}
