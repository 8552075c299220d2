package io.duetime.bench.wheel;

import java.util.List;
import java.util.stream.IntStream;

/** Another wheel, of a size that its user has to choose. */
enum Peer {
  NETTY("Netty"),
  AGRONA("Agrona");

  private final String title;

  Peer(String title) {
    this.title = title;
  }

  /** Returns the peer with each of the sizes that are tried. */
  List<Entrant> sizes() {
    return IntStream.of(512, 4_096, 65_536).mapToObj(this::size).toList();
  }

  private Entrant size(int ticks) {
    String name = "%s, %,d ticks".formatted(title, ticks);
    return new Entrant(name, () -> open(ticks), Delays.MINUTE_MILLIS);
  }

  private TimerStore open(int ticks) {
    return switch (this) {
      case NETTY -> new NettyStore(ticks);
      case AGRONA -> new AgronaStore(ticks);
    };
  }
}
