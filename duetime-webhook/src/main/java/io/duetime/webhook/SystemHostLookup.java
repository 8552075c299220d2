package io.duetime.webhook;

import io.duetime.internal.time.Threads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * Asks the resolver of the system, which blocks, on threads of its own; Java caches its answers.
 */
final class SystemHostLookup implements HostLookup {
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
