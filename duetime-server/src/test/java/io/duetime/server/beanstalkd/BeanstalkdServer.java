package io.duetime.server.beanstalkd;

import io.duetime.Duetime;
import io.duetime.internal.client.StoreClient;
import io.duetime.internal.client.call.Pace;
import io.duetime.internal.memory.MemoryEngine;
import io.duetime.internal.time.VirtualTime;
import io.duetime.server.beanstalkd.fixture.Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The protocol on a free port over a store in memory, in virtual time. */
final class BeanstalkdServer implements BeforeEachCallback, AfterEachCallback {
  static final Instant START = Instant.parse("2026-11-20T07:00:00Z");

  private final List<Client> clients = new ArrayList<>();
  private VirtualTime time;
  private StoreClient store;
  private BeanstalkdFront front;
  private InetSocketAddress address;

  @Override
  public void beforeEach(ExtensionContext context) {
    time = new VirtualTime(START);
    store =
        StoreClient.over(
            new MemoryEngine(time),
            Duetime.builder().uri("memory:").time(time).build(),
            Pace.NORMAL);
    front =
        new BeanstalkdFront(
            new BeanstalkdFront.Parts(store, time, () -> 7, "test"), BeanstalkdLimits.DEFAULT);
    address = front.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    clients.forEach(Client::close);
    clients.clear();
    front.close();
    store.close();
  }

  VirtualTime time() {
    return time;
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

  Client connect() {
    try {
      Client client = new Client(address);
      clients.add(client);
      return client;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }
}
