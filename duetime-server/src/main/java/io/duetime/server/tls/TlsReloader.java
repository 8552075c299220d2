package io.duetime.server.tls;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every ten seconds whether the files have changed, and gives new options to the server. New
 * connections use the new certificate; open ones keep theirs. Files that cannot be used change
 * nothing. Thread safe.
 */
public final class TlsReloader implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(TlsReloader.class);

  private final TlsFiles files;
  private final TimeSource time;
  private final Function<ServerSSLOptions, Future<Boolean>> server;
  private TlsFiles.Contents tried;
  private TimeSource.@Nullable Timer timer;
  private boolean closed;

  /** Reads the files; {@code server} takes new options, as {@code HttpServer.updateSSLOptions}. */
  public TlsReloader(
      TlsFiles files, TimeSource time, Function<ServerSSLOptions, Future<Boolean>> server) {
    this.files = files;
    this.time = time;
    this.server = server;
    this.tried = files.contents();
  }

  /** Begins to look. */
  public synchronized void start() {
    if (!closed) {
      timer = time.after(PAUSE, this::lookAgain);
    }
  }

  private void lookAgain() {
    try {
      look();
    } finally {
      start();
    }
  }

  /** Looks at the files once. */
  public synchronized void look() {
    try {
      TlsFiles.Contents now = files.contents();
      if (!now.equals(tried)) {
        tried = now;
        server
            .apply(files.options(now))
            .onSuccess(used -> LOG.info("New connections use the changed certificate"))
            .onFailure(this::refused);
      }
    } catch (InvalidRequestException unusable) {
      LOG.warn("The certificate stays as it is: {}", unusable.getMessage());
    }
  }

  private void refused(Throwable failure) {
    LOG.warn("The certificate stays as it is: {} cannot be used", files, failure);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }
}
