package io.duetime.client.internal.engine;

import io.duetime.engine.Watcher;
import io.duetime.wire.Fields;
import io.duetime.wire.Members;
import io.duetime.wire.StoreJson;
import io.duetime.wire.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads one stream of signals, line by line, until it ends or is closed. Thread safe. */
final class SignalStream implements Flow.Subscriber<String> {
  private static final Logger LOG = LoggerFactory.getLogger(SignalStream.class);
  private static final String BEGUN = "WATCHING";

  private final String queue;
  private final Consumer<Watcher.Signal> signals;
  private final Runnable begun;
  private final AtomicBoolean heard = new AtomicBoolean();
  private volatile boolean closed;
  private volatile boolean hasBegun;
  private volatile Flow.@Nullable Subscription connection;
  private volatile @Nullable Future<?> answer;

  /** {@code begun} runs when the stream begins, and when the server has dropped signals. */
  SignalStream(String queue, Consumer<Watcher.Signal> signals, Runnable begun) {
    this.queue = queue;
    this.signals = signals;
    this.begun = begun;
  }

  /** Connects; the stage completes with the HTTP status when the stream has ended. */
  CompletionStage<Integer> open(WatchStreams.Server server) {
    CompletableFuture<Integer> stream = server.watch(queue, this);
    answer = stream;
    if (closed) {
      stream.cancel(true);
    }
    return stream;
  }

  /** Whether signals come from now on. */
  boolean hasBegun() {
    return hasBegun;
  }

  /** Whether a line has come since the last call. */
  boolean takeHeard() {
    return heard.getAndSet(false);
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

  // A failure here would end the stream, and the next line may be sound.
  @Override
  public void onNext(String line) {
    heard.set(true);
    if (closed || line.isBlank()) {
      return;
    }
    try {
      receive(Fields.ofAnswer(StrictJson.tree(line.getBytes(StandardCharsets.UTF_8))));
    } catch (RuntimeException notUnderstood) {
      LOG.debug("A line of the signals of {} is not understood", queue, notUnderstood);
    }
  }

  private void receive(Fields line) {
    String kind = line.text("kind");
    if (BEGUN.equals(kind)) {
      hasBegun = true;
      begun.run();
    } else if (kind != null) {
      signals.accept(Members.read(line, m -> StoreJson.signal(m, queue)));
    }
  }

  @Override
  public void onError(Throwable failure) {
    // The stage of open tells that the stream has ended.
  }

  @Override
  public void onComplete() {
    // As above.
  }

  void close() {
    closed = true;
    Flow.Subscription current = connection;
    if (current != null) {
      current.cancel();
    }
    // Before the headers arrive there is no subscription to cancel.
    Future<?> awaited = answer;
    if (awaited != null) {
      awaited.cancel(true);
    }
  }
}
