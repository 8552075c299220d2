package io.duetime.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.memory.MemoryEngine;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A caller that does not read its stream while there is more to signal than buffers hold. */
class DroppedSignalsTest {
  private static final int SIGNALS = 100_000;
  private static final int PATIENCE_MILLIS = 60_000;

  @Test
  void aCallerThatReadsAgainLearnsThatSignalsWereDropped() throws Exception {
    Signaller store = new Signaller();
    try (store;
        ServedStore server = new ServedStore(store);
        Socket slow = new Socket()) {
      slow.setReceiveBufferSize(65_536);
      slow.setSoTimeout(PATIENCE_MILLIS);
      BufferedReader lines = watch(slow, URI.create(server.uri()));
      awaitBegun(lines);

      store.signal(SIGNALS);

      assertThat(awaitBegun(lines)).isLessThan(SIGNALS);
    }
  }

  private static BufferedReader watch(Socket socket, URI server) throws IOException {
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()));
    String request = "GET /v1/queues/orders/watch HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
  }

  /** Reads up to the line that says that the stream has begun; returns the number of signals. */
  private static int awaitBegun(BufferedReader lines) throws IOException {
    int signals = 0;
    for (String line = lines.readLine(); !line.contains("WATCHING"); line = lines.readLine()) {
      signals += line.contains("PROGRESS") ? 1 : 0;
    }
    return signals;
  }

  /** Signals its watcher when the test says so. */
  private static final class Signaller extends ForwardingEngine {
    private final CompletableFuture<Watcher> watcher = new CompletableFuture<>();
    private final CompletableFuture<Context> eventLoop = new CompletableFuture<>();

    Signaller() {
      super(new MemoryEngine(InstantSource.system()));
    }

    @Override
    public Watcher.Subscription watch(String queue, Watcher receiver) {
      eventLoop.complete(Vertx.currentContext());
      watcher.complete(receiver);
      return () -> {};
    }

    /** Sends signals, and waits until each is written or dropped. */
    void signal(int signals) {
      for (int number = 0; number < signals; number++) {
        watcher
            .join()
            .signal(new Watcher.Signal("orders", ShardId.ONLY, Watcher.Kind.PROGRESS, 0, number));
      }
      CompletableFuture<Void> handled = new CompletableFuture<>();
      eventLoop.join().runOnContext(handled::complete);
      handled.join();
    }
  }
}
