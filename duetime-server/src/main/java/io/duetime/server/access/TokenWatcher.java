package io.duetime.server.access;

import io.duetime.TimeSource;
import io.duetime.internal.async.Stages;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the tokens of the store and of the file every two seconds. Thread safe. */
public final class TokenWatcher implements AutoCloseable {
  /** A change applies on every server within 5 s: this, and the time of a read. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(TokenWatcher.class);

  private final TokenBook book;
  private final TimeSource time;
  private TimeSource.@Nullable Timer timer;
  private boolean closed;
  private boolean failing;

  /** Watches nothing before {@link #start}. */
  public TokenWatcher(TokenBook book, TimeSource time) {
    this.book = book;
    this.time = time;
  }

  /** Reads the tokens, which may take as long as a call of the store, and then watches them. */
  public void start() {
    try {
      book.lookAtAll().toCompletableFuture().join();
    } catch (RuntimeException failure) {
      throw Stages.cause(failure) instanceof RuntimeException known ? known : failure;
    }
    schedule();
  }

  private synchronized void schedule() {
    if (!closed) {
      timer = time.after(PAUSE, this::look);
    }
  }

  /** Looks once more, without waiting for the next time. */
  public void lookNow() {
    Stages.onCompletion(Stages.call(book::lookAtAll), (done, error) -> report(error));
  }

  private void look() {
    Stages.onCompletion(
        Stages.call(book::lookAtAll),
        (done, error) -> {
          report(error);
          schedule();
        });
  }

  private synchronized void report(@Nullable Throwable error) {
    if (error != null && !failing && !closed) {
      LOG.warn("Cannot read the tokens; those read last stay valid", Stages.cause(error));
    }
    failing = error != null;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }
}
