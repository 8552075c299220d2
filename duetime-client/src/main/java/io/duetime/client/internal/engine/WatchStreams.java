package io.duetime.client.internal.engine;

import io.duetime.client.internal.http.ApiPath;
import io.duetime.client.internal.http.HttpCaller;
import io.duetime.client.internal.json.ValueJson;
import io.duetime.client.internal.json.JsonFields;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.internal.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Receives the signals of queues, each over a stream that is opened again when it ends. At the
 * beginning of each stream, every shard is signalled: signals before it may have been lost. Thread
 * safe.
 */
final class WatchStreams implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final String BEGUN = "WATCHING";

  private final HttpCaller server;
  private final Function<String, CompletionStage<List<ShardId>>> shards;
  private final SystemTime time = new SystemTime();
  private final Set<Stream> streams = ConcurrentHashMap.newKeySet();

  WatchStreams(HttpCaller server, Function<String, CompletionStage<List<ShardId>>> shards) {
    this.server = server;
    this.shards = shards;
  }

  Watcher.Subscription open(String queue, Watcher watcher) {
    Stream stream = new Stream(queue, watcher);
    streams.add(stream);
    stream.begin();
    return stream;
  }

  @Override
  public void close() {
    streams.forEach(Stream::close);
    time.close();
  }

  private final class Stream implements Watcher.Subscription, Flow.Subscriber<String> {
    private final String queue;
    private final Watcher watcher;
    private volatile boolean closed;
    private volatile Flow.@Nullable Subscription connection;

    Stream(String queue, Watcher watcher) {
      this.queue = queue;
      this.watcher = watcher;
    }

    void begin() {
      if (!closed) {
        server
            .lines(ApiPath.queue(queue) + "/watch", this)
            .whenComplete((response, failure) -> time.after(PAUSE, this::begin));
      }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      connection = subscription;
      if (closed) {
        subscription.cancel();
      } else {
        subscription.request(Long.MAX_VALUE);
      }
    }

    @Override
    public void onNext(String line) {
      if (closed) {
        return;
      }
      JsonFields signal = JsonFields.parse(line.getBytes(StandardCharsets.UTF_8));
      String kind = signal.textOrNull("kind");
      if (BEGUN.equals(kind)) {
        signalAll();
      } else if (kind != null) {
        watcher.signal(
            new Watcher.Signal(
                queue,
                ValueJson.shard(signal.text("shard")),
                Watcher.Kind.valueOf(kind),
                signal.moment("next"),
                signal.wholeOrZero("claimNumber")));
      }
    }

    private void signalAll() {
      shards
          .apply(queue)
          .exceptionally(unknown -> List.of(ShardId.ONLY))
          .thenAccept(all -> all.forEach(this::signalNow));
    }

    private void signalNow(ShardId shard) {
      if (!closed) {
        watcher.signal(new Watcher.Signal(queue, shard, Watcher.Kind.EARLIER, 0));
      }
    }

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}

    @Override
    public void close() {
      closed = true;
      streams.remove(this);
      Flow.Subscription current = connection;
      if (current != null) {
        current.cancel();
      }
    }
  }
}
