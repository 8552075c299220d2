package io.duetime.server.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;

/** An open connection, as its {@link ConnectionRoom} knows it. Thread safe. */
public final class OpenConnection {
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
