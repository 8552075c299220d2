package io.duetime.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.IpRange;
import io.duetime.server.access.Authenticator.TrustedProxies;
import io.duetime.server.connection.ConnectionRoom.OpenConnection;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConnectionRoomTest {
  private static final String PROXY = "10.0.0.1";

  private final ConnectionRoom room =
      new ConnectionRoom(
          new ConnectionRoom.Size(4, 1, 2, true), new TrustedProxies(List.of(IpRange.of(PROXY))));

  private static final class Peer extends EmbeddedChannel {
    private final String address;

    Peer(String address) {
      this.address = address;
    }

    @Override
    public boolean isOpen() {
      runPendingTasks();
      return super.isOpen();
    }

    @Override
    protected SocketAddress remoteAddress0() {
      return new InetSocketAddress(address, 1_000);
    }

    void end() {
      assertThat(close().isSuccess()).isTrue();
    }

    OpenConnection connection() {
      return Objects.requireNonNull(OpenConnection.of(this));
    }
  }

  @Test
  void inAFullRoomTheConnectionThatHasBeenSilentForLongestMakesRoom() {
    Peer busy = entered("192.0.2.1");
    busy.connection().begin();
    Peer oldest = entered("192.0.2.2");
    Peer next = entered("192.0.2.3");
    Peer known = entered("192.0.2.4");
    known.connection().known("token");

    Peer later = entered("192.0.2.5");

    assertThat(oldest.isOpen()).isFalse();
    assertThat(List.of(busy, next, known, later)).allMatch(Peer::isOpen);
  }

  @Test
  void theIdleConnectionsOfKnownCallersMakeRoomLast() {
    Peer first = entered("192.0.2.1");
    first.connection().known("token");
    Peer second = entered("192.0.2.2");
    second.connection().known("other");
    first.connection().begin();
    first.connection().end();
    Peer silent = entered("192.0.2.3");
    entered("192.0.2.4").connection().begin();

    entered("192.0.2.5").connection().begin();
    assertThat(silent.isOpen()).isFalse();
    entered("192.0.2.6");

    assertThat(second.isOpen()).as("idle for longer than the first").isFalse();
    assertThat(first.isOpen()).isTrue();
  }

  @Test
  void connectionsWithRequestsUnderWayStayAndFurtherOnesAreSurplus() {
    for (int i = 1; i <= 4; i++) {
      Peer busy = entered("192.0.2." + i);
      assertThat(busy.connection().isSurplus()).isFalse();
      busy.connection().begin();
    }

    Peer surplus = entered("192.0.2.5");
    surplus.connection().begin();

    assertThat(surplus.connection().isSurplus()).isTrue();
    assertThat(entered("192.0.2.6").isOpen()).isFalse();
    surplus.end();
    assertThat(entered("192.0.2.6").isOpen()).isTrue();
  }

  @Test
  void anAddressBeyondItsShareDisplacesItsOwn() {
    Peer other = entered("192.0.2.2");
    Peer first = entered("192.0.2.1");
    Peer second = entered("192.0.2.1");
    Peer third = entered("192.0.2.1");

    assertThat(first.isOpen()).isFalse();
    assertThat(List.of(other, second, third)).allMatch(Peer::isOpen);
    second.connection().begin();
    third.connection().begin();
    assertThat(entered("192.0.2.1").isOpen()).as("its requests are not answered yet").isFalse();
    third.connection().known("token");
    assertThat(entered("192.0.2.1").isOpen()).isTrue();
  }

  @Test
  void aConnectionThatNoEventLoopHasYetIsNotClosed() {
    Peer accepted = new Peer("192.0.2.1");
    room.accepted(accepted);
    Peer registered = entered("192.0.2.1");

    entered("192.0.2.1");

    assertThat(accepted.isOpen()).isTrue();
    assertThat(registered.isOpen()).isFalse();
  }

  @Test
  void theShareOfAnAddressDoesNotApplyToProxies() {
    List<Peer> all = List.of(entered(PROXY), entered(PROXY), entered(PROXY), entered(PROXY));

    assertThat(all).allMatch(Peer::isOpen);
  }

  @Test
  void aTokenHasThreeQuartersOfTheConnections() {
    for (int i = 1; i <= 3; i++) {
      assertThat(entered("192.0.2." + i).connection().known("greedy")).isTrue();
    }
    Peer fourth = entered("192.0.2.4");

    assertThat(fourth.connection().known("greedy")).isFalse();
    assertThat(fourth.connection().known("other")).isTrue();
    assertThat(fourth.connection().known("greedy")).as("another token of a known one").isTrue();
  }

  @Test
  void connectionsThatHaveEndedLeaveRoom() {
    for (int i = 0; i < 20; i++) {
      Peer one = entered("192.0.2.1");
      assertThat(one.isOpen()).isTrue();
      one.connection().begin();
      assertThat(one.connection().known("token")).isTrue();
      one.end();
    }
  }

  @Test
  void noneIsAcceptedWhileManyAreOnTheirWay() {
    ConnectionRoom large =
        new ConnectionRoom(new ConnectionRoom.Size(1_000, 1, 1_000, true), TrustedProxies.NONE);
    AtomicInteger resumed = new AtomicInteger();
    List<Peer> accepted = new ArrayList<>();
    while (!large.isBusy(resumed::incrementAndGet)) {
      accepted.add(new Peer(PROXY));
      large.accepted(accepted.get(accepted.size() - 1));
    }

    assertThat(accepted).hasSize(64);
    assertThat(resumed).hasValue(0);
    accepted.get(0).connection().registered();
    assertThat(resumed).hasValue(1);
  }

  @Test
  void idleConnectionsAreClosedAfterAWhile() {
    Peer idle = entered("192.0.2.1");
    Peer busy = entered("192.0.2.2");
    busy.connection().begin();

    room.closeOverdue(2, 10);
    room.closeOverdue(2, 10);
    assertThat(idle.isOpen()).isTrue();
    room.closeOverdue(2, 10);

    assertThat(idle.isOpen()).isFalse();
    assertThat(busy.isOpen()).isTrue();
  }

  private Peer entered(String address) {
    Peer peer = new Peer(address);
    room.accepted(peer);
    peer.connection().registered();
    return peer;
  }
}
