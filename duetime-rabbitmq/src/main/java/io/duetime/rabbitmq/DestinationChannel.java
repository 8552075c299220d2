package io.duetime.rabbitmq;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Connection;
import io.duetime.TimeSource;
import io.duetime.handover.PublishFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel of one destination, opened again after it was closed. Used by the thread that writes;
 * only {@link #expire} is called by others.
 */
final class DestinationChannel {
  private static final Logger LOG = LoggerFactory.getLogger(DestinationChannel.class);

  /** A missing exchange closes the channel with each message: it is not opened more often. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private final Destination destination;
  private final BrokerLink link;
  private final TimeSource time;
  private final Executor writer;
  private final Queue<OutgoingMessage> held = new ConcurrentLinkedQueue<>();
  private @Nullable ConfirmedChannel channel;
  private boolean isPaused;
  private volatile @Nullable OutgoingMessage writing;

  DestinationChannel(Destination destination, BrokerLink link, TimeSource time, Executor writer) {
    this.destination = destination;
    this.link = link;
    this.time = time;
    this.writer = writer;
  }

  /** Writes a message to the connection, or fails it. */
  void write(OutgoingMessage message) {
    if (message.isDone()) {
      return;
    }
    if (isPaused) {
      held.add(message);
      return;
    }
    try {
      send(message);
    } catch (PublishFailure failure) {
      message.fail(failure);
    }
  }

  private void send(OutgoingMessage message) {
    link.checkNotBlocked();
    ConfirmedChannel open = channel;
    if (open != null && open.isClosedByBroker()) {
      pause(message);
      return;
    }
    if (open == null || !open.isOpen()) {
      open = open();
      channel = open;
    }
    writing = message;
    try {
      open.send(message);
    } catch (AlreadyClosedException closed) {
      if (closed.isHardError()) {
        throw PublishFailure.notSent(link.lost(closed));
      }
      pause(message);
    } catch (IOException cut) {
      message.fail(PublishFailure.unconfirmed(link.lost(cut)));
      link.cut();
      // The connection may count as open for a moment, and nothing more is written to it.
      channel = null;
    } catch (RuntimeException unfit) {
      // The numbers of this side and of the broker may differ from now on.
      message.fail(PublishFailure.impossible(BrokerErrors.text(unfit)));
      open.abandon();
    } finally {
      writing = null;
    }
  }

  private ConfirmedChannel open() {
    Connection connection = link.connection();
    try {
      return ConfirmedChannel.open(connection, destination, link);
    } catch (IOException | RuntimeException failure) {
      link.cut();
      throw PublishFailure.notSent(link.lost(failure));
    }
  }

  private void pause(OutgoingMessage message) {
    channel = null;
    isPaused = true;
    held.add(message);
    time.after(PAUSE, this::resumeSoon);
  }

  private void resumeSoon() {
    try {
      writer.execute(this::resume);
    } catch (RejectedExecutionException closed) {
      LOG.debug("The target was closed during a pause", closed);
    }
  }

  private void resume() {
    isPaused = false;
    while (!isPaused) {
      OutgoingMessage next = held.poll();
      if (next == null) {
        return;
      }
      write(next);
    }
  }

  /** Fails a message whose time is over. A connection that takes or answers nothing is cut. */
  void expire(OutgoingMessage message, Duration limit) {
    if (message.expire(limit)) {
      if (writing == message) {
        link.cut();
      } else {
        link.cutIfSilentSince(message.sentNanos());
      }
    }
  }

  /** Fails what was not sent. */
  void end() {
    held.forEach(message -> message.fail(PublishFailure.notSent("the target is closed")));
    held.clear();
  }
}
