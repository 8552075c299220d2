package io.duetime.server.http;

import java.net.InetSocketAddress;

/** Says that an address cannot be listened on, mostly because somebody does already. */
public final class ListenFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ListenFailure(InetSocketAddress address, Throwable cause) {
    super(
        "cannot listen on %s:%d: %s"
            .formatted(address.getHostString(), address.getPort(), cause.getMessage()),
        cause);
  }
}
