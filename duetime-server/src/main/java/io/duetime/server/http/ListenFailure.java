package io.duetime.server.http;

import java.net.InetSocketAddress;

/** Thrown when the server cannot listen on an address, mostly because it is in use. */
public final class ListenFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Names the address that cannot be used. */
  public ListenFailure(InetSocketAddress address, Throwable cause) {
    super(
        "cannot listen on %s:%d: %s"
            .formatted(address.getHostString(), address.getPort(), cause.getMessage()),
        cause);
  }
}
