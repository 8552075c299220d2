package io.duetime.redis.internal.watch;

import io.duetime.TimeSource;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that messages of a node no longer arrive. A beat is published over the connection of the
 * calls, on a channel of this process alone, and has to arrive in time. The node counts the
 * receivers, which shows that both connections lead to the same server. As a connection keeps the
 * order, a listener that hears a beat has heard every message published before it.
 *
 * <p>A beat that is not heard has the channels of the node heard over a new connection. Thread
 * safe.
 */
final class Heartbeat implements AutoCloseable, RedisLink.ChannelListener {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  /** How long a beat may take to arrive after the node has published it. */
  static final Duration LIMIT = Duration.ofMillis(250);

  /** The pause between attempts grows up to this number of failures: to 32 s. */
  private static final int MOST_DOUBLINGS = 6;

  /** The number of beats after which a new connection has to be subscribed. */
  private static final int BEGINNING = 10;

  private final RedisLink link;
  private final Node node;
  private final TimeSource time;
  private final byte[] channel;

  // Guarded by this.
  private RedisLink.@Nullable Subscription subscription;
  private boolean listening;
  private boolean underWay;
  private long sent;
  private long heard;
  private int failures;
  private int pause;

  /** Beats on a channel that nothing else uses. */
  Heartbeat(RedisLink link, Node node, TimeSource time, byte[] channel) {
    this.link = link;
    this.node = node;
    this.time = time;
    this.channel = channel.clone();
  }

  /** Begins to listen; it does not beat by itself. */
  synchronized void start() {
    if (subscription == null) {
      pause = BEGINNING;
      subscription = link.subscribe(node, channel, this);
    }
  }

  /** Publishes one beat, unless the last one is under way. */
  void beat() {
    long number;
    synchronized (this) {
      if (underWay || subscription == null) {
        return;
      }
      if (pause > 0) {
        pause--;
        return;
      }
      if (listening) {
        underWay = true;
      }
      number = listening ? ++sent : 0;
    }
    if (number == 0) {
      missed("its channels are not heard yet");
    } else {
      publish(number);
    }
  }

  private void publish(long number) {
    byte[] payload = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    link.ask(node, "PUBLISH", channel, payload)
        .whenComplete((listeners, failure) -> {
          if (failure != null) {
            unpublished(failure);
          } else if (Objects.equals(listeners, 0L)) {
            missed("another server is listened to");
          } else if (!isHeard(number)) {
            judgeLater(number);
          }
        });
  }

  /** Calls to that node fail: the link deals with that. */
  private synchronized void unpublished(Throwable failure) {
    underWay = false;
    LOG.debug("No beat was published at {}", node, failure);
  }

  private synchronized boolean isHeard(long number) {
    if (heard < number) {
      return false;
    }
    underWay = false;
    failures = 0;
    return true;
  }

  private void judgeLater(long number) {
    long asked = time.nanoTime();
    time.after(LIMIT, () -> judge(number, time.nanoTime() - asked));
  }

  // A process that was paused meanwhile has not read the messages that have arrived.
  private void judge(long number, long waitedNanos) {
    if (isHeard(number)) {
      return;
    }
    if (waitedNanos > 2 * LIMIT.toNanos()) {
      judgeLater(number);
    } else {
      missed("a beat was not heard within " + LIMIT);
    }
  }

  private void missed(String why) {
    synchronized (this) {
      underWay = false;
      listening = false;
      failures = Math.min(failures + 1, MOST_DOUBLINGS);
      pause = Math.max(BEGINNING, (1 << failures) - 1);
      if (subscription == null) {
        return;
      }
    }
    // All shards of the node are checked when it is subscribed again.
    LOG.debug("Channels of {} are heard over a new connection: {}", node, why);
    link.renewChannels(node);
  }

  @Override
  public synchronized void subscribed() {
    listening = true;
    if (failures < 2) {
      pause = 0;
    }
  }

  @Override
  public synchronized void message(byte[] payload) {
    heard = Math.max(heard, Long.parseLong(new String(payload, StandardCharsets.US_ASCII)));
  }

  @Override
  public void close() {
    RedisLink.Subscription open;
    synchronized (this) {
      open = subscription;
      subscription = null;
    }
    if (open != null) {
      open.close();
    }
  }
}
