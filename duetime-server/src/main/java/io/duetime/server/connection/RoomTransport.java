package io.duetime.server.connection;

import io.duetime.server.connection.ConnectionRoom.OpenConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.spi.metrics.VertxMetrics;
import io.vertx.core.transport.Transport;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks a room about each connection when it is accepted, so before TLS: a handshake takes a
 * descriptor, too. Sockets of Unix are not asked about, as only the server's user may open them.
 */
public final class RoomTransport extends NioTransport {
  private final ConnectionRoom room;

  private RoomTransport(ConnectionRoom room) {
    this.room = room;
  }

  /** Creates a {@code Vertx} whose connections a room admits, and that serves no files. */
  public static Vertx vertx(VertxOptions options, ConnectionRoom room, VertxMetrics connections) {
    RoomTransport transport = new RoomTransport(room);
    options.setFileSystemOptions(
        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false));
    return Vertx.builder()
        .with(options)
        .withTransport(
            new Transport() {
              @Override
              public String name() {
                return "nio";
              }

              @Override
              public boolean available() {
                return true;
              }

              @Override
              public @Nullable Throwable unavailabilityCause() {
                return null;
              }

              @Override
              public io.vertx.core.spi.transport.Transport implementation() {
                return transport;
              }
            })
        .withMetrics(all -> connections)
        .build();
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return domainSocket ? super.serverChannelFactory(true) : () -> new Port(room);
  }

  private static final class Port extends NioServerSocketChannel {
    private final ConnectionRoom room;

    Port(ConnectionRoom room) {
      this.room = room;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      if (room.isBusy(() -> eventLoop().execute(() -> config().setAutoRead(true)))) {
        config().setAutoRead(false);
        return 0;
      }
      int count = super.doReadMessages(accepted);
      if (count > 0) {
        Channel channel = (Channel) accepted.get(accepted.size() - 1);
        room.accepted(channel);
        channel.pipeline().addLast(new Registration());
      }
      return count;
    }
  }

  /** The first handler of a channel, which is added when an event loop has it. */
  private static final class Registration extends ChannelInboundHandlerAdapter {
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      context.pipeline().remove(this);
      Objects.requireNonNull(OpenConnection.of(context.channel())).registered();
    }
  }
}
