package io.duetime.server.connection;

import io.duetime.server.access.Authenticator.TrustedProxies;
import io.duetime.server.access.Caller;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the open connections of one port. Where there is no room for a further one, it closes the
 * one that has been idle for longest: first among those whose caller is not known, then, if the
 * protocol allows it, among the others. An address has a share of the connections whose caller is
 * not known, within which it displaces its own. Thread safe.
 */
public final class ConnectionRoom {
  /** How many connections may be on their way in or out, beyond those that are open. */
  private static final int MOST_PENDING = 64;

  /** A token has so many quarters of the connections. */
  private static final int TOKEN_QUARTERS = 3;

  private final Size size;
  private final TrustedProxies proxies;
  private final Set<OpenConnection> open = new HashSet<>();
  // How many connections of a network have an unknown caller, and how many a token has.
  private final Map<String, Integer> unknown = new HashMap<>();
  private final Map<String, Integer> ofToken = new HashMap<>();
  // Idle ones of unknown and of known callers, in the order in which they have become so.
  private final Set<OpenConnection> silent = new LinkedHashSet<>();
  private final Set<OpenConnection> idle = new LinkedHashSet<>();
  // Accepted and not registered yet, or closed and not deregistered yet.
  private int pending;
  private final List<Runnable> waiting = new ArrayList<>();

  /**
   * The size of a room.
   *
   * @param most the connections that are served
   * @param surplus those beyond, for what is always answered
   * @param share the connections of an address whose caller is not known
   * @param closesIdle whether idle connections of known callers make room, too
   */
  public record Size(int most, int surplus, int share, boolean closesIdle) {}

  /** An empty room; the share of an address does not apply to the proxies. */
  public ConnectionRoom(Size size, TrustedProxies proxies) {
    this.size = size;
    this.proxies = proxies;
  }

  /** How many connections are served. */
  public int most() {
    return size.most();
  }

  /** How many connections a token may have. */
  public int mostOfToken() {
    return Math.max(1, size.most() * TOKEN_QUARTERS / 4);
  }

  /**
   * Whether no further connection may be accepted now.
   *
   * @param resume is run when they may again, if this is so
   */
  synchronized boolean isBusy(Runnable resume) {
    boolean isBusy = pending >= MOST_PENDING;
    if (isBusy) {
      waiting.add(resume);
    }
    return isBusy;
  }

  /** Counts a connection that was accepted, before an event loop has it. */
  synchronized void accepted(Channel channel) {
    OpenConnection connection = new OpenConnection(this, channel, network(channel));
    open.add(connection);
    pending++;
    count(connection, 1);
    var unused = channel.closeFuture().addListener(closed -> closed(connection));
  }

  private @Nullable String network(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress peer
            && !proxies.contains(peer.getAddress())
        ? Caller.networkOf(peer.getAddress())
        : null;
  }

  /** Makes room for a connection that an event loop has now, or closes it. */
  void registered(OpenConnection connection) {
    synchronized (this) {
      OpenConnection victim = victimFor(connection);
      if (victim != null) {
        remove(victim);
        victim.close();
      }
      connection.isRegistered = true;
      if (victim != connection) {
        file(connection);
      }
    }
    settled();
  }

  private @Nullable OpenConnection victimFor(OpenConnection connection) {
    String network = connection.network;
    if (network != null && unknown.getOrDefault(network, 0) > size.share()) {
      OpenConnection own = oldest(silent, one -> network.equals(one.network));
      return own == null ? connection : own;
    }
    if (open.size() <= size.most()) {
      return null;
    }
    OpenConnection victim = oldest(silent, any -> true);
    if (victim == null && size.closesIdle()) {
      victim = oldest(idle, any -> true);
    }
    if (victim == null) {
      connection.isSurplus = true;
    }
    return victim == null && open.size() > size.most() + size.surplus() ? connection : victim;
  }

  private static @Nullable OpenConnection oldest(
      Set<OpenConnection> connections, Predicate<OpenConnection> filter) {
    return connections.stream()
        .filter(filter)
        .filter(one -> one.unreadBytes() == 0)
        .findFirst()
        .orElse(null);
  }

  private void closed(OpenConnection connection) {
    synchronized (this) {
      if (!connection.hasLeft) {
        remove(connection);
      }
    }
    // The descriptor is given back when the event loop selects again, so not before its next turn.
    var unused = connection.channel.eventLoop().schedule(this::settled, 1, TimeUnit.MILLISECONDS);
  }

  /** A connection is in, or its descriptor is given back. */
  private void settled() {
    List<Runnable> resumed = List.of();
    synchronized (this) {
      if (--pending < MOST_PENDING) {
        resumed = List.copyOf(waiting);
        waiting.clear();
      }
    }
    resumed.forEach(Runnable::run);
  }

  private void remove(OpenConnection connection) {
    unfile(connection);
    count(connection, -1);
    open.remove(connection);
    connection.hasLeft = true;
    pending++;
    ofToken.computeIfPresent(connection.token, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Notes the caller of a connection; false if its token has too many. */
  synchronized boolean know(OpenConnection connection, String token) {
    int count = ofToken.getOrDefault(token, 0);
    if (!token.isEmpty() && count >= mostOfToken()) {
      return false;
    }
    if (!token.isEmpty() && !connection.hasLeft) {
      ofToken.put(token, count + 1);
    }
    change(
        connection,
        () -> {
          connection.isKnown = true;
          connection.token = token;
        });
    return true;
  }

  /** Changes the state of a connection. */
  synchronized void change(OpenConnection connection, Runnable change) {
    if (connection.hasLeft) {
      return;
    }
    unfile(connection);
    count(connection, -1);
    change.run();
    count(connection, 1);
    file(connection);
  }

  private void count(OpenConnection connection, int more) {
    if (connection.network != null && !connection.isKnown) {
      unknown.merge(
          connection.network, more, (count, change) -> count + change == 0 ? null : count + change);
    }
  }

  private void file(OpenConnection connection) {
    if (connection.isIdle()) {
      (connection.isKnown ? idle : silent).add(connection);
    }
  }

  private void unfile(OpenConnection connection) {
    idle.remove(connection);
    silent.remove(connection);
  }

  /** Closes idle connections that were seen idle, or with an unfinished header, so often. */
  public synchronized void closeOverdue(int mostQuiet, int mostHead) {
    for (Set<OpenConnection> some : List.of(silent, idle)) {
      some.stream()
          .filter(one -> one.isOverdue(mostQuiet, mostHead))
          .forEach(OpenConnection::close);
    }
  }

  /** An open connection, as its {@link ConnectionRoom} knows it. Thread safe. */
  public static final class OpenConnection {
    private static final AttributeKey<OpenConnection> KEY =
        AttributeKey.valueOf(OpenConnection.class, "open");

    final Channel channel;

    /** Where it comes from; null if the share of an address does not apply to it. */
    final @Nullable String network;

    // Guarded by the room, which also changes them; others may look at the volatile ones.
    volatile boolean isSurplus;
    volatile boolean isKnown;
    boolean isRegistered;
    boolean hasLeft;
    String token = "";
    private int underWay;
    private int quietLooks;
    private int headLooks;
    private int seenHead;
    private long seenUnread;

    private final ConnectionRoom room;
    private volatile @Nullable HeadDecoder head;

    OpenConnection(ConnectionRoom room, Channel channel, @Nullable String network) {
      this.room = room;
      this.channel = channel;
      this.network = network;
      channel.attr(KEY).set(this);
    }

    /** The connection of a channel; null if no room has admitted it. */
    public static @Nullable OpenConnection of(Channel channel) {
      return channel.attr(KEY).get();
    }

    /** Whether it is beyond those that are served, so that only health and metrics are answered. */
    public boolean isSurplus() {
      return isSurplus;
    }

    /** Sets the decoder that knows whether a header is unfinished. */
    public void decodedBy(HeadDecoder decoder) {
      head = decoder;
    }

    /** An event loop has it, so that it can be closed to make room. */
    void registered() {
      room.registered(this);
    }

    /** A request has begun: the connection is not closed to make room. */
    public void begin() {
      room.change(this, () -> underWay++);
    }

    /** The answer to a request has ended. */
    public void end() {
      room.change(
          this,
          () -> {
            underWay--;
            quietLooks = 0;
          });
    }

    /**
     * The caller is known: the share of its address does not apply any more, but that of its token.
     *
     * @param newToken the name of its token; empty without one, or if tokens have no share
     * @return whether its token may have the connection
     */
    public boolean known(String newToken) {
      return isKnown || room.know(this, newToken);
    }

    /** Closes it at once; Vert.x would wait until its client reads. */
    void close() {
      channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
    }

    boolean isIdle() {
      return isRegistered && underWay == 0;
    }

    /** The bytes of answers that its client has not read; an answer ends before it is read. */
    long unreadBytes() {
      ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
      return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    /**
     * Looks at an idle connection; whether it has been so, or its header unfinished, for too long.
     */
    boolean isOverdue(int mostQuiet, int mostHead) {
      long unread = unreadBytes();
      quietLooks = unread == seenUnread ? quietLooks + 1 : 0;
      seenUnread = unread;
      HeadDecoder decoder = head;
      if (decoder != null && decoder.isWithinHead() && decoder.heads() == seenHead) {
        headLooks++;
      } else {
        seenHead = decoder == null ? 0 : decoder.heads();
        headLooks = 0;
      }
      return quietLooks > mostQuiet || headLooks > mostHead;
    }
  }
}
