package io.duetime.client.internal.engine;

import io.duetime.client.internal.http.HttpCaller;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Receives the signals of queues, each over a stream that is opened again when it ends or falls
 * silent. At the beginning of each stream, every shard is signalled: signals before it may have
 * been lost. Thread safe.
 */
final class WatchStreams implements AutoCloseable {
  /** The pause between two streams. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** Servers send a line every 5 s; a stream without one for so long is given up. */
  private static final Duration SILENCE = Duration.ofSeconds(15);

  private final HttpCaller server;
  private final Function<String, CompletionStage<List<ShardId>>> shards;
  private final SystemTime time = new SystemTime();
  private final Set<Subscribed> all = ConcurrentHashMap.newKeySet();

  WatchStreams(HttpCaller server, Function<String, CompletionStage<List<ShardId>>> shards) {
    this.server = server;
    this.shards = shards;
  }

  Watcher.Subscription open(String queue, Watcher watcher) {
    Subscribed subscribed = new Subscribed(queue, watcher);
    all.add(subscribed);
    subscribed.begin();
    return subscribed;
  }

  @Override
  public void close() {
    all.forEach(Subscribed::close);
    time.close();
  }

  /** One subscription, which outlives its streams. */
  private final class Subscribed implements Watcher.Subscription {
    private final String queue;
    private final Watcher watcher;

    // Guarded by this.
    private @Nullable SignalStream current;
    private boolean closed;

    Subscribed(String queue, Watcher watcher) {
      this.queue = queue;
      this.watcher = watcher;
    }

    synchronized void begin() {
      if (closed) {
        return;
      }
      SignalStream stream = new SignalStream(queue, this::signal, this::signalAll);
      current = stream;
      stream
          .open(server)
          .whenComplete((ended, failure) -> time.after(PAUSE, () -> replace(stream)));
      time.after(SILENCE, () -> look(stream));
    }

    private synchronized void replace(SignalStream ended) {
      if (current == ended) {
        ended.close();
        begin();
      }
    }

    private void look(SignalStream stream) {
      if (stream.takeHeard()) {
        time.after(SILENCE, () -> look(stream));
      } else {
        replace(stream);
      }
    }

    private synchronized boolean isClosed() {
      return closed;
    }

    private void signal(Watcher.Signal signal) {
      if (!isClosed()) {
        watcher.signal(signal);
      }
    }

    private void signalAll() {
      shards
          .apply(queue)
          .exceptionally(unknown -> List.of(ShardId.ONLY))
          .thenAccept(each ->
              each.forEach(
                  shard -> signal(new Watcher.Signal(queue, shard, Watcher.Kind.EARLIER, 0))));
    }

    @Override
    public synchronized void close() {
      closed = true;
      all.remove(this);
      if (current != null) {
        current.close();
        current = null;
      }
    }
  }
}
