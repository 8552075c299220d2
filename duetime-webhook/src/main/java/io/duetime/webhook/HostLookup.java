package io.duetime.webhook;

import io.duetime.time.Threads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/** Finds the addresses of a host. */
interface HostLookup extends AutoCloseable {
  /** Fails with an {@link java.net.UnknownHostException} if the host has none. */
  CompletionStage<List<InetAddress>> addresses(String host);

  @Override
  void close();

  /**
   * Asks the resolver of the system, which blocks, on threads of its own; Java caches its answers.
   */
  static final class SystemHostLookup implements HostLookup {
    private final ExecutorService threads;

    SystemHostLookup(String target) {
      this.threads = Threads.elastic("duetime-webhook-lookup-" + target);
    }

    @Override
    public CompletionStage<List<InetAddress>> addresses(String host) {
      return CompletableFuture.supplyAsync(() -> resolve(host), threads);
    }

    private static List<InetAddress> resolve(String host) {
      try {
        return List.of(InetAddress.getAllByName(host));
      } catch (UnknownHostException unknown) {
        throw new CompletionException(unknown);
      }
    }

    @Override
    public void close() {
      threads.shutdown();
    }
  }
}
