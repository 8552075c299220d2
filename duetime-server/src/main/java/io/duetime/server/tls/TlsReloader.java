package io.duetime.server.tls;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.time.Instant;
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

  /** A renewal that works comes earlier: usual ones happen 30 days before the end. */
  private static final Duration WARNED_BEFORE = Duration.ofDays(14);

  private final String port;
  private final TlsFiles files;
  private final TimeSource time;
  private final Function<ServerSSLOptions, Future<Boolean>> server;
  private TlsFiles.Contents tried;
  private Instant validUntil;
  private String failure = "";
  private TimeSource.@Nullable Timer timer;
  private boolean closed;

  /**
   * Reads the files.
   *
   * @param port the name of the port in the log
   * @param server takes new options, as {@code HttpServer.updateSSLOptions}
   */
  public TlsReloader(
      String port,
      TlsFiles files,
      TimeSource time,
      Function<ServerSSLOptions, Future<Boolean>> server) {
    this.port = port;
    this.files = files;
    this.time = time;
    this.server = server;
    this.tried = files.contents();
    this.validUntil = files.validUntil(tried);
    warnOfExpiry();
  }

  /** Until when the certificate is valid that new connections use. */
  public synchronized Instant validUntil() {
    return validUntil;
  }

  private void warnOfExpiry() {
    Instant now = time.instant();
    if (validUntil.isBefore(now)) {
      LOG.warn("The certificate of the {} port has expired at {}", port, validUntil);
    } else if (validUntil.isBefore(now.plus(WARNED_BEFORE))) {
      LOG.warn("The certificate of the {} port expires at {}", port, validUntil);
    }
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
        Instant until = files.validUntil(now);
        server.apply(files.options(now)).onSuccess(used -> used(until)).onFailure(this::refused);
      }
      failure = "";
    } catch (InvalidRequestException unusable) {
      report(String.valueOf(unusable.getMessage()));
    }
  }

  private synchronized void used(Instant until) {
    validUntil = until;
    LOG.info("New connections to the {} port use the changed certificate", port);
    warnOfExpiry();
  }

  /** Reports files that cannot be read once, not at each look. */
  private void report(String unusable) {
    if (!unusable.equals(failure)) {
      LOG.warn("The certificate of the {} port stays as it is: {}", port, unusable);
    }
    failure = unusable;
  }

  private void refused(Throwable cause) {
    LOG.warn(
        "The certificate of the {} port stays as it is: {} cannot be used", port, files, cause);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (timer != null) {
      timer.cancel();
    }
  }
}
