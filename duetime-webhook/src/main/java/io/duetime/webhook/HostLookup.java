package io.duetime.webhook;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Finds the addresses of a host. */
interface HostLookup extends AutoCloseable {
  /** Fails with an {@link java.net.UnknownHostException} if the host has none. */
  CompletionStage<List<InetAddress>> addresses(String host);

  @Override
  void close();
}
