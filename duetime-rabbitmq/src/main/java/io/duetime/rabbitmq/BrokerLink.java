package io.duetime.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.ForgivingExceptionHandler;
import io.duetime.DuetimeException;
import io.duetime.TimeSource;
import io.duetime.handover.PublishFailure;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to the broker, made again with the next message after it was lost. Used by the
 * thread that writes; {@link #cut} and {@link #close} may be called by others.
 */
final class BrokerLink {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerLink.class);

  /** How long messages are not tried after a connection could not be made. */
  static final Duration PAUSE = Duration.ofMillis(400);

  private static final int CLOSE_MILLIS = 2_000;
  private static final int LINGER_SECONDS = 1;

  private final BrokerSettings settings;
  private final TimeSource time;
  private @Nullable Connection connection;
  private @Nullable String lastFailure;
  private long failedAtNanos;
  private volatile @Nullable String blocked;
  private volatile @Nullable Socket socket;
  private volatile boolean closed;
  private volatile long answeredNanos;

  BrokerLink(BrokerSettings settings, TimeSource time) {
    this.settings = settings;
    this.time = time;
  }

  /** The open connection; makes one if there is none. */
  Connection connection() {
    Connection open = connection;
    if (open != null && open.isOpen()) {
      return open;
    }
    checkNotClosed();
    if (lastFailure != null && time.nanoTime() - failedAtNanos < PAUSE.toNanos()) {
      throw PublishFailure.notSent(lastFailure);
    }
    Connection made = connect();
    answered();
    connection = made;
    lastFailure = null;
    return made;
  }

  private Connection connect() {
    blocked = null;
    try {
      ConnectionFactory factory = settings.factory();
      factory.setSocketConfigurator(this::configure);
      Connection made = factory.newConnection(settings.connectionName());
      made.addBlockedListener(reason -> blocked = reason, () -> blocked = null);
      made.addShutdownListener(this::ended);
      LOG.info("Connected to {}", settings.address());
      return made;
    } catch (IOException | TimeoutException | DuetimeException failure) {
      lastFailure = "no connection to " + settings.address() + ": " + BrokerErrors.text(failure);
      failedAtNanos = time.nanoTime();
      throw PublishFailure.notSent(lastFailure);
    }
  }

  private void configure(Socket made) throws SocketException {
    made.setTcpNoDelay(true);
    // Closing a socket on which a write hangs does not wait for that write.
    made.setSoLinger(true, LINGER_SECONDS);
    socket = made;
    if (closed) {
      throw new SocketException("the target is closed");
    }
  }

  private void ended(ShutdownSignalException end) {
    if (!end.isInitiatedByApplication()) {
      LOG.warn("{}", lost(end));
    }
  }

  /** Tells that the connection was lost, and why. */
  String lost(Throwable failure) {
    return "the connection to " + settings.address() + " was lost: " + BrokerErrors.text(failure);
  }

  /** Fails while the broker takes no messages, as it does if its disk or its memory is full. */
  void checkNotBlocked() {
    checkNotClosed();
    String reason = blocked;
    if (reason != null && connection != null && connection.isOpen()) {
      throw PublishFailure.notSent("the broker takes no messages now: " + reason);
    }
  }

  long nanoTime() {
    return time.nanoTime();
  }

  /** Notes that a message was confirmed or refused. */
  void answered() {
    answeredNanos = time.nanoTime();
  }

  /**
   * Ends the connection if no message was answered since a moment, although the broker takes
   * messages: answers may be lost on their way while heartbeats arrive.
   */
  void cutIfSilentSince(long nanos) {
    if (blocked == null && answeredNanos - nanos < 0) {
      LOG.warn("The connection to {} is cut, as no confirms come", settings.address());
      cut();
    }
  }

  private void checkNotClosed() {
    if (closed) {
      throw PublishFailure.notSent("the target is closed");
    }
  }

  /** Ends the connection at once, whatever is being read from it or written to it. */
  void cut() {
    Socket cut = socket;
    if (cut == null) {
      return;
    }
    try {
      cut.close();
    } catch (IOException failure) {
      LOG.debug("A socket to {} could not be closed", settings.address(), failure);
    }
  }

  /** Makes no connection from now on. */
  void close() {
    closed = true;
  }

  /** Ends the connection; what is not confirmed fails. */
  void disconnect() {
    if (connection != null) {
      connection.abort(CLOSE_MILLIS);
    }
  }

  /** Leaves the log to {@link BrokerLink}, which tells once that a connection was lost. */
  static final class QuietExceptions extends ForgivingExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(QuietExceptions.class);

    @Override
    protected void log(String message, Throwable failure) {
      LOG.debug("{}", message, failure);
    }
  }
}
