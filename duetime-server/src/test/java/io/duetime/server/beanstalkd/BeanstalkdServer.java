package io.duetime.server.beanstalkd;

import io.duetime.Duetime;
import io.duetime.TimeSource;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.redis.fixture.TempFolder;
import io.duetime.redis.fixture.Waiting;
import io.duetime.runtime.EngineOpener;
import io.duetime.runtime.StoreClient;
import io.duetime.runtime.call.ClientContext;
import io.duetime.server.access.Authenticator;
import io.duetime.server.access.TokenBook;
import io.duetime.server.access.TokenStore;
import io.duetime.server.beanstalkd.fixture.Client;
import io.duetime.server.beanstalkd.fixture.MeddlingEngine;
import io.duetime.server.beanstalkd.fixture.TestStore;
import io.duetime.time.SystemTime;
import io.duetime.time.VirtualTime;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The protocol on a free port over a store, in virtual time where the store allows it. */
final class BeanstalkdServer implements BeforeEachCallback, AfterEachCallback {
  private static final Instant START = Instant.parse("2026-11-20T07:00:00Z");

  private final TestStore kind;
  private final BeanstalkdLimits limits;
  private final List<Client> clients = new ArrayList<>();
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private TimeSource time;
  private String uri;
  private MeddlingEngine engine;
  private StoreClient store;
  private BeanstalkdFront front;
  private InetSocketAddress address;

  BeanstalkdServer(TestStore kind) {
    this(kind, BeanstalkdLimits.DEFAULT);
  }

  BeanstalkdServer(TestStore kind, BeanstalkdLimits limits) {
    this.kind = kind;
    this.limits = limits;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (kind.isStepped()) {
      time = new VirtualTime(START);
    } else {
      SystemTime system = new SystemTime();
      opened.push(system);
      time = system;
    }
    TempFolder folder = TempFolder.create("beanstalkd");
    opened.push(folder);
    uri = kind.newUri(folder.path());
    store = open();
    front = front(store);
    address = listen(front);
  }

  private StoreClient open() {
    engine = new MeddlingEngine(EngineOpener.open(uri, new EngineContext(time, Map.of())));
    StoreClient client =
        StoreClient.over(
            engine, Duetime.builder().uri(uri).time(time).build(), ClientContext.Pace.NORMAL);
    opened.push(client);
    return client;
  }

  private BeanstalkdFront front(StoreClient over) {
    BeanstalkdFront created =
        new BeanstalkdFront(
            new BeanstalkdFront.Parts(over, authenticator(over), time, () -> 7, "test"),
            limits,
            new VertxMetrics() {});
    opened.push(created);
    return created;
  }

  private Authenticator authenticator(StoreClient over) {
    TokenBook tokens = new TokenBook(new TokenStore(over.engine(), new SecureRandom()));
    tokens.look().toCompletableFuture().join();
    return new Authenticator(tokens, false, time::nanoTime);
  }

  private static InetSocketAddress listen(BeanstalkdFront front) {
    return front.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, null);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    clients.forEach(Client::close);
    clients.clear();
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  /** The engine of the last server that was started. */
  MeddlingEngine engine() {
    return engine;
  }

  StoreClient store() {
    return store;
  }

  BeanstalkdFront front() {
    return front;
  }

  InetSocketAddress address() {
    return address;
  }

  /** Steps the clock, or waits until it is later by so much. */
  void advance(Duration step) {
    if (time instanceof VirtualTime virtual) {
      virtual.advance(step);
    } else {
      Instant end = time.instant().plus(step);
      Waiting.until("a later time", () -> !time.instant().isBefore(end));
    }
  }

  Instant now() {
    return time.instant();
  }

  Client connect() {
    return connect(address);
  }

  /** Starts another server on the same store, and connects to it. */
  Client connectToAnother() {
    return connect(listen(front(open())));
  }

  /** Restarts the server with its store closed in between. */
  void restart() {
    front.close();
    store.close();
    store = open();
    front = front(store);
    address = listen(front);
  }

  private Client connect(InetSocketAddress to) {
    try {
      Client client = new Client(to);
      clients.add(client);
      return client;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }
}
