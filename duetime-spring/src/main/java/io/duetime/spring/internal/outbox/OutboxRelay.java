package io.duetime.spring.internal.outbox;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.internal.time.Threads;
import io.duetime.spring.internal.transaction.CallSender;
import io.duetime.spring.internal.transaction.DeferredCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * Sends the calls of the outbox to the store, in their order: after each commit of this process,
 * and at an interval for what other processes left behind. Between two steps it rests for
 * milliseconds. Several processes may run one; the database lets one at a time work.
 *
 * <p>A crash between a call and its removal repeats the call, which keeps its id.
 */
public final class OutboxRelay implements SmartLifecycle {
  /** Before handlers are stopped, calls of theirs can be sent; after them, it ends. */
  public static final int PHASE = 1024;

  private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

  private final JdbcOutbox outbox;
  private final CallSender sender;
  private final Duration interval;
  private final RelayPace pace;
  private final Set<RelayPace.Rest> planned = ConcurrentHashMap.newKeySet();
  private volatile @Nullable ScheduledExecutorService thread;
  private volatile boolean failing;

  /** Makes a relay that looks for rows at an interval. */
  public OutboxRelay(JdbcOutbox outbox, CallSender sender, Duration interval, TimeSource time) {
    this.outbox = outbox;
    this.sender = sender;
    this.interval = interval;
    this.pace = new RelayPace(time);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // drain logs its failures
  public synchronized void start() {
    if (thread != null) {
      return;
    }
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

  @SuppressWarnings("FutureReturnValueIgnored") // drain logs its failures
  private void wake(List<DeferredCall> calls) {
    ScheduledExecutorService running = thread;
    RelayPace.Rest rest = pace.restBefore(calls);
    if (running != null && planned.add(rest)) {
      try {
        running.schedule(
            () -> {
              planned.remove(rest);
              drain();
            },
            pace.left(rest).toNanos(),
            TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException stopped) {
        LOG.debug("The outbox relay has stopped; another process sends the calls");
      }
    }
  }

  private void drain() {
    try {
      while (outbox.forward(this::send)) {
        // Until fewer calls are there than one step sends.
      }
    } catch (PessimisticLockingFailureException busy) {
      LOG.debug("Another process sends the calls of the outbox", busy);
    } catch (RuntimeException failure) {
      failed(failure);
    } finally {
      pace.stepped();
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
      if (!send(batch, ends)) {
        return ends;
      }
    }
    if (failing) {
      failing = false;
      LOG.info("The store takes the calls of the outbox again");
    }
    return ends;
  }

  private record ReadRow(JdbcOutbox.Row row, DeferredCall call) {}

  // If these rows were sent before, their cancel is now repeated, and may end the job that a
  // schedule behind it has made. The schedule is then a new request, which makes the job again.
  // Its header still tells the inbox which call it was.
  private static DeferredCall repeatable(DeferredCall call, Set<DeferredCall.JobKey> cancelled) {
    if (call instanceof DeferredCall.Cancel) {
      cancelled.add(call.job());
    }
    if (!(call instanceof DeferredCall.Schedule schedule)) {
      return call;
    }
    DeferredCall.Schedule marked = schedule.with(CallMark.headerOf(schedule.request()));
    return cancelled.contains(call.job()) ? marked.asNew() : marked;
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
    if (!failing) {
      failing = true;
      LOG.warn("The calls of the outbox wait, and are sent when the store answers", failure);
    }
  }
}
