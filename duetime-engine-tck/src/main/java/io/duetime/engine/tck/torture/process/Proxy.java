package io.duetime.engine.tck.torture.process;

import io.duetime.engine.tck.fixture.ForwardingProxy;
import java.io.IOException;

/** Disturbs connections on command: delays, swallows, closes one side, cuts, refuses. */
public final class Proxy extends ForwardingProxy {
  /** What is done to bytes. */
  public enum Mode {
    FORWARD,
    DELAY,
    SWALLOW_BOTH,
    SWALLOW_ANSWERS,
    REFUSE
  }

  private volatile Mode mode = Mode.FORWARD;
  private volatile long delayMillis;

  private Proxy(int target) {
    super(target);
  }

  /** Forwards from a free port. */
  public static Proxy before(int target) {
    Proxy proxy = new Proxy(target);
    proxy.start();
    return proxy;
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
    connections().stream().filter(one -> one.server().isClosed()).forEach(Connection::close);
    connections().removeIf(one -> one.client().isClosed());
  }

  /** Closes the store's side of all connections; clients are not told until {@link #heal}. */
  public void halfOpen() {
    connections().forEach(one -> closeQuietly(one.server()));
  }

  @Override
  protected boolean refuses() {
    return mode == Mode.REFUSE;
  }

  @Override
  protected void forward(Connection connection, boolean isReply, byte[] bytes, int length)
      throws IOException {
    Mode now = mode;
    if (now == Mode.DELAY) {
      Pause.millis(delayMillis);
    }
    if (now != Mode.SWALLOW_BOTH && !(isReply && now == Mode.SWALLOW_ANSWERS)) {
      super.forward(connection, isReply, bytes, length);
    }
  }
}
