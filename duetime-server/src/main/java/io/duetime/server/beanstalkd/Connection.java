package io.duetime.server.beanstalkd;

import io.duetime.DuetimeException;
import io.duetime.async.Stages;
import io.duetime.server.access.TokenBook.TokenTable;
import io.duetime.server.beanstalkd.Command.Verb;
import io.duetime.server.beanstalkd.Session.ClientLogin;
import io.duetime.server.connection.ConnectionRoom.OpenConnection;
import io.duetime.server.http.call.ByteRoom;
import io.duetime.server.http.call.Refusal;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the commands of one connection and writes their answers in order. While a command waits or
 * the client does not read its answers, a bounded number of bytes is kept and no more are read.
 */
final class Connection {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private final NetSocket socket;
  private final CommandReader reader;
  private final CommandRunner runner;
  private final ClientLogin login;
  private final int maxUnread;
  private final OpenConnections connections;
  private final ByteRoom bodies;
  private final Deque<Buffer> unread = new ArrayDeque<>();
  private int position;
  private long unreadBytes;
  private boolean busy;

  // The room of the body that is arriving or being stored; null for none.
  private ByteRoom.@Nullable Part body;
  private int bodyBytes;
  private boolean paused;
  private boolean pumping;
  private boolean ended;
  private boolean closed;
  private boolean released;

  private final long openedNanos;

  // When a command or the answers last made way for the next ones.
  private long movedNanos;

  // Whether it is counted among the connections before their login.
  private boolean isCounted;
  private boolean isKept;

  Connection(NetSocket socket, Protocol protocol, BeanstalkdLimits limits, ClientLogin login) {
    this.socket = socket;
    this.reader = new CommandReader(limits.maxJobSize(), login::isAdmitted);
    this.login = login;
    this.runner = new CommandRunner(protocol, login);
    this.maxUnread = limits.maxUnread();
    this.connections = protocol.connections;
    this.bodies = protocol.bodies;
    this.openedNanos = connections.nowNanos();
    this.movedNanos = openedNanos;
    this.isCounted = login.isLimited();
  }

  void open() {
    socket.handler(this::received);
    socket.drainHandler(drained -> {
      movedNanos = connections.nowNanos();
      pump();
    });
    socket.exceptionHandler(broken -> LOG.debug("A beanstalkd connection broke", broken));
    socket.closeHandler(gone -> close());
    keepOpenForAnswers((NetSocketInternal) socket);
    connections.add(this);
    if (login.isAdmitted()) {
      keepOpenForCaller();
    }
  }

  private void uncount() {
    if (isCounted) {
      isCounted = false;
      connections.leave(login.address());
    }
  }

  // A caller that is known may be idle for as long as it likes: it is never closed to make room.
  private void keepOpenForCaller() {
    isKept = true;
    OpenConnection open =
        OpenConnection.of(((NetSocketInternal) socket).channelHandlerContext().channel());
    if (open != null) {
      open.begin();
      open.known("");
    }
  }

  // A client may shut down its sending side and wait for the answers; without this, the connection
  // would be closed before them.
  private void keepOpenForAnswers(NetSocketInternal inner) {
    inner
        .channelHandlerContext()
        .channel()
        .config()
        .setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    inner.eventHandler(event -> {
      if (event instanceof ChannelInputShutdownEvent) {
        finish();
      }
    });
  }

  /** Answers what has been received, without waiting for jobs, and closes the connection. */
  void finish() {
    ended = true;
    runner.endWait();
    pump();
  }

  /**
   * Whether the client has not logged in in time, or has neither finished a command nor read the
   * answers that wait for it.
   */
  boolean hasStalled(long nowNanos, Duration patience) {
    if (!login.isAdmitted()) {
      return nowNanos - openedNanos >= BeanstalkdLimits.LOGIN.toNanos();
    }
    boolean isStalled = socket.writeQueueFull() || (reader.isWithinCommand() && !busy);
    return isStalled && nowNanos - movedNanos >= patience.toNanos();
  }

  /** Closes the connection if the token of its login is no longer valid. */
  void closeUnless(TokenTable tokens) {
    if (!login.isValid(tokens)) {
      LOG.info(
          "A beanstalkd connection of {} is closed: its token is no longer valid, or may do"
              + " something else",
          socket.remoteAddress());
      cut();
    }
  }

  /** Closes the connection because its client stalled. */
  void abandon() {
    LOG.info("A beanstalkd client at {} stalled; its connection is closed", socket.remoteAddress());
    cut();
  }

  /** Closes the connection without waiting for its client. */
  void cut() {
    // From here, since the handler of Vert.x waits for the answers that the client does not read.
    var unused = ((NetSocketInternal) socket).channelHandlerContext().close();
    close();
  }

  private void received(Buffer chunk) {
    if (!reader.isWithinCommand() && !socket.writeQueueFull()) {
      movedNanos = connections.nowNanos();
    }
    unread.add(chunk);
    unreadBytes += chunk.length();
    pump();
    if (unreadBytes > maxUnread && !paused) {
      paused = true;
      socket.pause();
    }
  }

  // A command that is answered at once returns here while the loop runs, and does not call it
  // again: pipelined commands must not pile up on the stack.
  private void pump() {
    if (pumping) {
      return;
    }
    pumping = true;
    try {
      while (!busy && !closed && !socket.writeQueueFull() && !unread.isEmpty()) {
        readOne(unread.element());
      }
    } finally {
      pumping = false;
    }
    if (ended && !busy && !closed && unread.isEmpty()) {
      socket.close();
    }
  }

  private void readOne(Buffer chunk) {
    int end = reader.read(chunk, position);
    takeRoom(reader.held());
    unreadBytes -= end - position;
    position = end;
    if (end == chunk.length()) {
      unread.remove();
      position = 0;
    }
    if (unreadBytes == 0 && paused) {
      paused = false;
      socket.resume();
    }
    Command command = reader.take();
    if (command != null) {
      movedNanos = connections.nowNanos();
      run(command);
    }
  }

  /** Takes room for what is kept of a body; one that finds none is answered OUT_OF_MEMORY. */
  private void takeRoom(int held) {
    if (held <= bodyBytes) {
      return;
    }
    if (body == null) {
      body = bodies.open(login.caller().holder());
    }
    try {
      body.take(held - bodyBytes);
      bodyBytes = held;
    } catch (Refusal full) {
      reader.refuse(Reply.OUT_OF_MEMORY);
      releaseRoom();
    }
  }

  private void releaseRoom() {
    if (body != null) {
      body.release();
      body = null;
      bodyBytes = 0;
    }
  }

  private void run(Command command) {
    if (command.verb() == Verb.QUIT) {
      closed = true;
      socket.close();
      return;
    }
    if (command.verb() == Verb.WEB) {
      connections.refusedWeb(socket.remoteAddress());
      cut();
      return;
    }
    busy = true;
    CompletableFuture<Buffer> answer = Stages.call(() -> runner.run(command));
    Stages.whenDone(answer, this::answered);
  }

  private void answered(@Nullable Buffer answer, @Nullable DuetimeException failure) {
    busy = false;
    releaseRoom();
    if (closed) {
      return;
    }
    if (!socket.writeQueueFull()) {
      movedNanos = connections.nowNanos();
    }
    if (answer != null) {
      socket.write(answer);
    } else if (failure != null) {
      LOG.warn("A beanstalkd command failed: {}", failure.getMessage());
      socket.write(Reply.failure(failure));
    }
    if (!login.isAdmitted()) {
      closed = true;
      socket.close();
      return;
    }
    uncount();
    if (!isKept) {
      keepOpenForCaller();
    }
    pump();
  }

  private void close() {
    if (released) {
      return;
    }
    released = true;
    closed = true;
    connections.remove(this);
    uncount();
    unread.clear();
    if (!busy) {
      releaseRoom();
    }
    runner.close();
  }
}
