package io.duetime.client.internal.engine;

import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Pauses;
import io.duetime.async.Stages;
import io.duetime.engine.Watcher;
import io.duetime.engine.support.Watchers;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the signals of one queue for all its subscriptions, over a stream that is opened again
 * when it ends or falls silent. Signals before a stream begins may have been lost. So every shard
 * is signalled when it begins, and every second while there is none. Thread safe.
 */
final class QueueWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QueueWatch.class);

  /** How often every shard is signalled without a stream: a lost signal costs no more. */
  private static final Duration CHECK = Duration.ofSeconds(1);

  private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);

  /** The pauses between two streams. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** As above if the token is refused: servers slow addresses that send wrong tokens. */
  private static final Duration FIRST_REFUSED = Duration.ofSeconds(20);

  private static final Duration LONGEST_REFUSED = Duration.ofMinutes(1);

  /** Servers send a line every 5 s; a stream without one for so long is given up. */
  private static final Duration SILENCE = Duration.ofSeconds(15);

  /** How long a stream without a subscription is kept for the next one. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final String queue;
  private final WatchStreams.Server server;
  private final TimeSource time;
  private final Consumer<QueueWatch> whenClosed;
  private final Watchers watchers = new Watchers();

  // Guarded by this.
  private final Pauses pauses;
  private final Pauses refused;
  private final Pauses checks;
  private @Nullable SignalStream current;
  private @Nullable Timer nextCheck;
  private @Nullable Timer closing;
  private int subscriptions;
  private long unusedSince;
  private boolean opened;
  private boolean warned;
  private boolean closed;

  /** Creates a watch that opens its stream with the first subscription. */
  QueueWatch(
      String queue, WatchStreams.Server server, TimeSource time, Consumer<QueueWatch> whenClosed) {
    this.queue = queue;
    this.server = server;
    this.time = time;
    this.whenClosed = whenClosed;
    RandomGenerator random = new SplittableRandom();
    this.pauses = new Pauses(random, FIRST_PAUSE, LONGEST_PAUSE);
    this.refused = new Pauses(random, FIRST_REFUSED, LONGEST_REFUSED);
    this.checks = new Pauses(random, CHECK, LONGEST_CHECK);
  }

  String queue() {
    return queue;
  }

  /** Adds a subscription; returns null if the watch is closed. */
  synchronized Watcher.@Nullable Subscription subscribe(Watcher watcher) {
    if (closed) {
      return null;
    }
    Watcher.Subscription subscription = new Subscribed(watchers.add(queue, watcher));
    subscriptions++;
    if (!opened) {
      opened = true;
      begin();
    }
    return subscription;
  }

  private synchronized void begin() {
    if (closed) {
      return;
    }
    SignalStream stream = new SignalStream(queue, watchers::tell, this::begun);
    current = stream;
    checkAfter(CHECK);
    stream.open(server).whenComplete((status, failure) -> ended(stream, status, failure));
    time.after(SILENCE, () -> look(stream));
  }

  private void begun() {
    synchronized (this) {
      pauses.succeeded();
      refused.succeeded();
      if (warned) {
        warned = false;
        LOG.info("Signals of queue {} arrive again", queue);
      }
    }
    // Of what became earlier or was cancelled before, no signal came.
    signalAll(Watcher.Kind.EARLIER, Watcher.Kind.CANCEL_REQUESTED);
  }

  private void ended(SignalStream stream, @Nullable Integer status, @Nullable Throwable failure) {
    boolean isRefused = status != null && (status == 401 || status == 403);
    String why =
        failure == null ? "the answer has status " + status : Stages.cause(failure).toString();
    lost(stream, why, isRefused ? refused : pauses);
  }

  private void look(SignalStream stream) {
    if (stream.takeHeard()) {
      time.after(SILENCE, () -> look(stream));
    } else {
      lost(stream, "nothing came for " + SILENCE.toSeconds() + " s", pauses);
    }
  }

  private void lost(SignalStream stream, String why, Pauses untilNext) {
    synchronized (this) {
      if (current != stream) {
        return;
      }
      current = null;
      if (!stream.hasBegun()) {
        warnOnce(why);
      }
      checkAfter(CHECK);
      time.after(untilNext.next(), this::begin);
    }
    stream.close();
  }

  private void warnOnce(String why) {
    if (!warned) {
      warned = true;
      LOG.warn(
          "No signals of queue {} arrive ({}); until they do, it is claimed from every second",
          queue,
          why);
    }
  }

  private void signalAll(Watcher.Kind... kinds) {
    boolean live = isLive();
    Stages.whenAnswered(
        Stages.call(() -> server.shards(queue)),
        shards -> {
          checked(true, live);
          for (Watcher.Kind kind : kinds) {
            shards.forEach(shard -> watchers.tell(new Watcher.Signal(queue, shard, kind, 0)));
          }
        },
        failure -> checked(false, live));
  }

  private synchronized boolean isLive() {
    return current != null && current.hasBegun();
  }

  /** Every shard was signalled, or not; {@code live}: the stream had begun before. */
  private synchronized void checked(boolean done, boolean live) {
    if (done) {
      checks.succeeded();
    }
    if (done && live) {
      nextCheck = cancelled(nextCheck);
    } else {
      checkAfter(done ? CHECK : checks.next());
    }
  }

  private synchronized void checkAfter(Duration delay) {
    if (nextCheck == null && !closed) {
      nextCheck = time.after(delay, this::check);
    }
  }

  private void check() {
    synchronized (this) {
      nextCheck = null;
      if (closed) {
        return;
      }
    }
    signalAll(Watcher.Kind.EARLIER);
  }

  private synchronized void unsubscribed() {
    subscriptions--;
    if (subscriptions == 0) {
      unusedSince = time.nanoTime();
      closeAfter(KEPT);
    }
  }

  private void closeAfter(Duration delay) {
    if (closing == null && !closed) {
      closing = time.after(delay, this::closeIfUnused);
    }
  }

  private void closeIfUnused() {
    @Nullable SignalStream stream;
    synchronized (this) {
      closing = null;
      Duration left = KEPT.minusNanos(time.nanoTime() - unusedSince);
      if (subscriptions > 0) {
        return;
      }
      if (left.compareTo(Duration.ZERO) > 0) {
        closeAfter(left);
        return;
      }
      stream = end();
    }
    release(stream);
  }

  @Override
  public void close() {
    release(end());
  }

  private synchronized @Nullable SignalStream end() {
    SignalStream stream = current;
    current = null;
    closed = true;
    nextCheck = cancelled(nextCheck);
    closing = cancelled(closing);
    return stream;
  }

  private void release(@Nullable SignalStream stream) {
    if (stream != null) {
      stream.close();
    }
    whenClosed.accept(this);
  }

  private static @Nullable Timer cancelled(@Nullable Timer timer) {
    if (timer != null) {
      timer.cancel();
    }
    return null;
  }

  private final class Subscribed implements Watcher.Subscription {
    private final AtomicReference<Watcher.@Nullable Subscription> open;

    Subscribed(Watcher.Subscription subscription) {
      this.open = new AtomicReference<>(subscription);
    }

    @Override
    public void close() {
      Watcher.Subscription subscription = open.getAndSet(null);
      if (subscription != null) {
        subscription.close();
        unsubscribed();
      }
    }
  }
}
