package io.duetime.server.beanstalkd;

import io.duetime.TimeSource;
import io.duetime.runtime.StoreClient;
import io.duetime.server.access.Authenticator;
import io.duetime.server.access.TokenBook.TokenTable;
import io.duetime.server.beanstalkd.Session.ClientLogin;
import io.duetime.server.connection.ConnectionRoom;
import io.duetime.server.connection.ConnectionRoom.OpenConnection;
import io.duetime.server.connection.RoomTransport;
import io.duetime.server.http.HttpFront;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Listens for the beanstalkd protocol and answers from one store. Thread safe; {@link #close} may
 * be called any number of times.
 */
public final class BeanstalkdFront implements AutoCloseable {
  /** Connections beyond the limit that are told so. */
  private static final int SURPLUS = 16;

  private final Vertx vertx;
  private final Protocol protocol;
  private final Authenticator authenticator;
  private final BeanstalkdLimits limits;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final List<Path> sockets = new CopyOnWriteArrayList<>();
  private @Nullable CompletableFuture<Void> stopped;

  private record Listener(NetServer server, boolean isEncrypted) {}

  /**
   * The parts that the protocol uses.
   *
   * @param client the store
   * @param authenticator decides who a client is
   * @param time clocks and timers
   * @param random the source of the server's id and of nonces; used by the event loop alone
   * @param version the version of the server
   */
  public record Parts(
      StoreClient client,
      Authenticator authenticator,
      TimeSource time,
      RandomGenerator random,
      String version) {}

  /**
   * Creates the protocol over a store; does not listen yet.
   *
   * @param connections counts the connections
   */
  public BeanstalkdFront(Parts parts, BeanstalkdLimits limits, VertxMetrics connections) {
    ConnectionRoom room =
        new ConnectionRoom(
            new ConnectionRoom.Size(limits.maxConnections(), SURPLUS, Integer.MAX_VALUE, false),
            parts.authenticator().proxies());
    this.vertx = RoomTransport.vertx(new VertxOptions().setEventLoopPoolSize(1), room, connections);
    this.protocol = new Protocol(vertx, parts, limits);
    this.authenticator = parts.authenticator();
    this.limits = limits;
    authenticator.book().listen(this::closeUnless);
  }

  /**
   * Listens at an address.
   *
   * @param token the name of the token that every connection has; null if clients log in
   * @param tls certificate and key; null for connections that are not encrypted
   * @return the address with the port that was chosen for 0
   */
  public InetSocketAddress listen(
      InetSocketAddress address, @Nullable String token, @Nullable ServerSSLOptions tls) {
    try {
      NetServer server =
          listen(
              SocketAddress.inetSocketAddress(address.getPort(), address.getHostString()),
              token,
              tls);
      return new InetSocketAddress(address.getAddress(), server.actualPort());
    } catch (RuntimeException failure) {
      throw new HttpFront.ListenFailure(address, failure);
    }
  }

  /**
   * Listens at a Unix socket, which only this user may open. Its clients count as clients of this
   * machine.
   *
   * @param token the name of the token that every connection has; null if clients log in
   */
  public void listen(Path file, @Nullable String token) {
    try (SocketFile socket = SocketFile.prepare(file)) {
      listen(SocketAddress.domainSocketAddress(socket.path().toString()), token, null);
      sockets.add(socket.publish());
    } catch (IOException | RuntimeException failure) {
      throw new HttpFront.ListenFailure("unix:" + file, failure);
    }
  }

  private NetServer listen(
      SocketAddress address, @Nullable String token, @Nullable ServerSSLOptions tls) {
    NetServer server =
        vertx
            .createNetServer(serverOptions(address, tls))
            .connectHandler(socket -> connected(socket, token));
    CompletableFuture<NetServer> listening = new CompletableFuture<>();
    protocol.store.execute(() ->
        server.listen(address).onComplete(listening::complete, listening::completeExceptionally));
    listening.join();
    listeners.add(new Listener(server, tls != null));
    return server;
  }

  private static NetServerOptions serverOptions(
      SocketAddress address, @Nullable ServerSSLOptions tls) {
    NetServerOptions options = new NetServerOptions();
    if (tls != null) {
      options
          .setSsl(true)
          .setKeyCertOptions(tls.getKeyCertOptions())
          .setTrustOptions(tls.getTrustOptions());
      options.setClientAuth(tls.getClientAuth());
      tls.getEnabledCipherSuites().forEach(options::addEnabledCipherSuite);
    }
    if (address.isInetSocket()) {
      options.setTcpNoDelay(true).setTcpKeepAlive(true);
    }
    return options;
  }

  private void connected(NetSocket socket, @Nullable String token) {
    Channel channel = ((NetSocketInternal) socket).channelHandlerContext().channel();
    ClientLogin login = new ClientLogin(authenticator, address(channel), token);
    if (hasRoom(OpenConnection.of(channel), login)) {
      new Connection(socket, protocol, limits, login).open();
    } else {
      socket.end(Reply.line(Reply.OUT_OF_MEMORY));
    }
  }

  private static InetAddress address(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress client
        ? client.getAddress()
        : InetAddress.getLoopbackAddress();
  }

  /** Connections of Unix sockets are in no room, so they are counted. */
  private boolean hasRoom(@Nullable OpenConnection connection, ClientLogin login) {
    boolean isServed =
        connection == null
            ? protocol.statistics.connections < limits.maxConnections()
            : !connection.isSurplus();
    return isServed && (!login.isLimited() || protocol.connections.enter(login.address()));
  }

  private void closeUnless(TokenTable tokens) {
    if (!isStopped()) {
      protocol.store.execute(() -> protocol.connections.closeUnless(tokens));
    }
  }

  private synchronized boolean isStopped() {
    return stopped != null;
  }

  /** Uses other certificates for new connections of the listeners with TLS. */
  public Future<Boolean> use(ServerSSLOptions tls) {
    return Future.all(
            listeners.stream()
                .filter(Listener::isEncrypted)
                .map(listener -> listener.server().updateSSLOptions(tls))
                .toList())
        .map(all -> true);
  }

  /** Answers further puts with DRAINING; everything else goes on. */
  public void drain() {
    protocol.drain();
  }

  /**
   * Stops to listen, answers running commands and closes all connections, which releases their
   * jobs. Reserves do not wait any more.
   *
   * @param within after this time connections are closed whose commands are still running
   * @return completes when all is closed
   */
  public synchronized CompletableFuture<Void> stop(Duration within) {
    if (stopped == null) {
      drain();
      protocol.store.execute(protocol.connections::finish);
      vertx.setTimer(
          Math.max(1, within.toMillis()),
          late -> protocol.store.execute(protocol.connections::cut));
      stopped =
          Future.join(
                  listeners.stream().map(listener -> listener.server().shutdown(within)).toList())
              .transform(done -> {
                sockets.forEach(SocketFile::delete);
                protocol.store.execute(protocol::close);
                return vertx.close();
              })
              .toCompletionStage()
              .toCompletableFuture();
    }
    return stopped;
  }

  /** Stops without waiting for running commands. */
  @Override
  public void close() {
    // An interrupt must not keep the port open: it would stay open as long as the process.
    stop(Duration.ZERO).join();
  }

  /**
   * The file of a Unix socket that is being created. It is bound in a folder that only this user
   * may enter, and moved to its place when it has its mode, so that no other user can ever connect.
   * A file that a killed server left is replaced.
   */
  static final class SocketFile implements AutoCloseable {
    private static final String NAME = "s";

    private final Path target;
    private final Path folder;

    private SocketFile(Path target, Path folder) {
      this.target = target;
      this.folder = folder;
    }

    /** Checks that no server listens there. */
    static SocketFile prepare(Path file) throws IOException {
      Path target = file.toAbsolutePath();
      requireFree(target);
      Path parent = target.getParent();
      return new SocketFile(
          target,
          Files.createTempDirectory(
              parent == null ? target : parent,
              ".dt",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
    }

    private static void requireFree(Path file) throws IOException {
      if (!Files.exists(file)) {
        return;
      }
      if (!Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
        throw new FileAlreadyExistsException(file.toString(), null, "it is no socket");
      }
      try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        probe.connect(UnixDomainSocketAddress.of(file));
      } catch (IOException refused) {
        // Without a listener it is what a killed server left.
        return;
      }
      throw new FileAlreadyExistsException(file.toString(), null, "another process listens there");
    }

    /** Where to bind it. */
    Path path() {
      return folder.resolve(NAME);
    }

    /** Moves the bound socket to its place, and answers that. */
    Path publish() throws IOException {
      Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-------"));
      Files.move(path(), target, StandardCopyOption.ATOMIC_MOVE);
      return target;
    }

    /** Removes a socket of a server that has stopped. */
    static void delete(Path socket) {
      try {
        Files.deleteIfExists(socket);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(path());
      Files.deleteIfExists(folder);
    }
  }
}
