package io.duetime.server.beanstalkd;

import io.duetime.TimeSource;
import io.duetime.internal.client.StoreClient;
import io.duetime.server.beanstalkd.wire.Reply;
import io.duetime.server.http.ListenFailure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for the beanstalkd protocol and answers from one store. Thread safe; {@link #listen} may
 * be called once, {@link #close} any number of times.
 */
public final class BeanstalkdFront implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BeanstalkdFront.class);

  private final Vertx vertx;
  private final Protocol protocol;
  private final Predicate<InetAddress> admits;
  private final Set<Channel> open = ConcurrentHashMap.newKeySet();
  private final BeanstalkdLimits limits;
  private final NetServer server;
  private final AtomicBoolean closing = new AtomicBoolean();

  /**
   * The parts that the protocol uses.
   *
   * @param client the store
   * @param time clocks and timers
   * @param random the source of the server's id
   * @param version the version of the server
   * @param admits whether an address may connect; the protocol has no command for a token
   */
  public record Parts(
      StoreClient client,
      TimeSource time,
      RandomGenerator random,
      String version,
      Predicate<InetAddress> admits) {}

  /**
   * Creates the protocol over a store; does not listen yet.
   *
   * @param connections counts the connections
   */
  public BeanstalkdFront(Parts parts, BeanstalkdLimits limits, VertxMetrics connections) {
    this.vertx = Vertx.builder().with(vertxOptions()).withMetrics(options -> connections).build();
    this.protocol = new Protocol(vertx, parts, limits);
    this.admits = parts.admits();
    this.limits = limits;
    this.server =
        vertx
            .createNetServer(new NetServerOptions().setTcpNoDelay(true).setTcpKeepAlive(true))
            .connectHandler(this::connected);
  }

  private static VertxOptions vertxOptions() {
    return new VertxOptions()
        .setEventLoopPoolSize(1)
        .setFileSystemOptions(
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  /** Listens, and returns the address with the port that was chosen for 0. */
  public InetSocketAddress listen(InetSocketAddress address) {
    CompletableFuture<NetServer> listening = new CompletableFuture<>();
    protocol
        .loop()
        .execute(() ->
            server
                .listen(address.getPort(), address.getHostString())
                .onComplete(listening::complete, listening::completeExceptionally));
    try {
      listening.join();
    } catch (RuntimeException failure) {
      throw new ListenFailure(address, failure);
    }
    return new InetSocketAddress(address.getAddress(), server.actualPort());
  }

  private void connected(NetSocket socket) {
    Channel channel = ((NetSocketInternal) socket).channelHandlerContext().channel();
    // Added first: a token that is made meanwhile closes it.
    open.add(channel);
    ChannelFuture unused = channel.closeFuture().addListener(closed -> open.remove(channel));
    if (!admits.test(((InetSocketAddress) channel.remoteAddress()).getAddress())) {
      LOG.info(
          "A beanstalkd client at {} is refused: the server has tokens", socket.remoteAddress());
      socket.close();
      return;
    }
    if (protocol.statistics().connections >= limits.maxConnections()) {
      socket.end(Reply.line(Reply.OUT_OF_MEMORY));
      return;
    }
    new Connection(socket, protocol, limits).open();
  }

  /** Closes all connections, which releases their jobs. */
  public void closeConnections() {
    for (Channel channel : open) {
      ChannelFuture unused = channel.close();
    }
  }

  /** Answers further puts with DRAINING; everything else goes on. */
  public void drain() {
    protocol.drain();
  }

  /** Closes all connections, which releases their jobs, and stops to listen. */
  @Override
  public void close() {
    if (closing.getAndSet(true)) {
      return;
    }
    drain();
    try {
      await(server.shutdown(0, TimeUnit.SECONDS));
    } finally {
      protocol.loop().execute(protocol::close);
      await(vertx.close());
    }
  }

  // An interrupt must not keep the port open: it would stay open as long as the process.
  private static void await(Future<?> closing) {
    closing.toCompletionStage().toCompletableFuture().join();
  }
}
