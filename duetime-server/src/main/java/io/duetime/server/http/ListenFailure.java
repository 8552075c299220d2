package io.duetime.server.http;

import java.net.InetSocketAddress;

/** Thrown when the server cannot listen on an address, mostly because it is in use. */
public final class ListenFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Names the address that cannot be used. */
  public ListenFailure(InetSocketAddress address, Throwable cause) {
    this("%s:%d".formatted(address.getHostString(), address.getPort()), cause);
  }

  /** Names the place that cannot be used. */
  public ListenFailure(String place, Throwable cause) {
    super("cannot listen on %s: %s".formatted(place, cause.getMessage()), cause);
  }
}
