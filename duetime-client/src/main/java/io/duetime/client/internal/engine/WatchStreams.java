package io.duetime.client.internal.engine;

import io.duetime.TimeSource;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Receives the signals of queues, one stream for each queue. Thread safe. */
final class WatchStreams implements AutoCloseable {
  private final Server server;
  private final TimeSource time;
  private final Map<String, QueueWatch> watches = new ConcurrentHashMap<>();

  /** What is asked of the server. */
  interface Server {
    /**
     * Streams the lines of a queue's signals.
     *
     * @return completes with the HTTP status when the stream has ended; cancelling it ends the
     *     stream
     */
    CompletableFuture<Integer> watch(String queue, Flow.Subscriber<String> lines);

    /** Lists the shards of a queue. */
    CompletionStage<List<ShardId>> shards(String queue);
  }

  WatchStreams(Server server, TimeSource time) {
    this.server = server;
    this.time = time;
  }

  Watcher.Subscription open(String queue, Watcher watcher) {
    Watcher.@Nullable Subscription subscription = null;
    while (subscription == null) {
      QueueWatch watch =
          watches.computeIfAbsent(queue, name -> new QueueWatch(name, server, time, this::forget));
      subscription = watch.subscribe(watcher);
    }
    return subscription;
  }

  private void forget(QueueWatch closed) {
    watches.remove(closed.queue(), closed);
  }

  @Override
  public void close() {
    watches.values().forEach(QueueWatch::close);
  }
}
