package io.duetime.engine.tck.torture.process;

import io.duetime.time.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/**
 * Forwards connections to a port of this machine, and disturbs them on command: delays, swallows,
 * closes one side, cuts, refuses. Thread safe.
 */
public final class Proxy {
  private static final int BUFFER = 8_192;
  private static final ThreadFactory THREADS = Threads.daemons("proxy");

  /** What is done to bytes. */
  public enum Mode {
    FORWARD,
    DELAY,
    SWALLOW_BOTH,
    SWALLOW_ANSWERS,
    REFUSE
  }

  private record Pair(Socket client, Socket server) {
    void close() {
      closeQuietly(client);
      closeQuietly(server);
    }
  }

  private final ServerSocket door;
  private final int target;
  private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
  private volatile Mode mode = Mode.FORWARD;
  private volatile long delayMillis;

  private Proxy(ServerSocket door, int target) {
    this.door = door;
    this.target = target;
  }

  /** Forwards from a free port. */
  public static Proxy before(int target) {
    try {
      Proxy proxy = new Proxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
      THREADS.newThread(proxy::accept).start();
      return proxy;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public int port() {
    return door.getLocalPort();
  }

  /** Disturbs from now on. */
  public void disturb(Mode how, long newDelayMillis) {
    delayMillis = newDelayMillis;
    mode = how;
    if (how == Mode.REFUSE) {
      cutAll();
    }
  }

  /** Forwards again. What bytes were swallowed on is cut, as a connection with a gap is no TCP. */
  public void heal() {
    Mode before = mode;
    mode = Mode.FORWARD;
    if (before == Mode.SWALLOW_BOTH || before == Mode.SWALLOW_ANSWERS) {
      cutAll();
    }
    pairs.stream().filter(pair -> pair.server.isClosed()).forEach(Pair::close);
    pairs.removeIf(pair -> pair.client.isClosed());
  }

  /** Closes the store's side of all connections; clients are not told until {@link #heal}. */
  public void halfOpen() {
    pairs.forEach(pair -> closeQuietly(pair.server));
  }

  public void cutAll() {
    pairs.forEach(Pair::close);
    pairs.clear();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        if (mode == Mode.REFUSE) {
          client.close();
        } else {
          THREADS.newThread(() -> connect(client)).start();
        }
      } catch (IOException failed) {
        // The next client may be luckier.
      }
    }
  }

  private void connect(Socket client) {
    try {
      Pair pair = new Pair(client, new Socket(InetAddress.getLoopbackAddress(), target));
      pair.client.setTcpNoDelay(true);
      pair.server.setTcpNoDelay(true);
      pairs.add(pair);
      THREADS.newThread(() -> pass(pair, false)).start();
      pass(pair, true);
    } catch (IOException away) {
      closeQuietly(client);
    }
  }

  private void pass(Pair pair, boolean answers) {
    Socket from = answers ? pair.server : pair.client;
    Socket to = answers ? pair.client : pair.server;
    byte[] buffer = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        Mode now = mode;
        if (now == Mode.DELAY) {
          Pause.millis(delayMillis);
        }
        if (now != Mode.SWALLOW_BOTH && !(answers && now == Mode.SWALLOW_ANSWERS)) {
          out.write(buffer, 0, read);
        }
      }
    } catch (IOException ended) {
      // The other direction ends with this one, except while connections are to look open.
    }
    if (!pair.server.isClosed() || pair.client.isClosed()) {
      pairs.remove(pair);
      pair.close();
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
