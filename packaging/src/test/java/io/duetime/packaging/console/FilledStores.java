package io.duetime.packaging.console;

import java.util.function.Supplier;

/** The stores that pages are tested on, each with a hundred queues in all states. */
enum FilledStores {
  EMBEDDED(Servers::smallEmbedded),
  REDIS(Servers::smallRedis);

  @SuppressWarnings("ImmutableEnumChecker") // a reference to a method
  private final Supplier<ConsoleServer> server;

  FilledStores(Supplier<ConsoleServer> server) {
    this.server = server;
  }

  ConsoleServer server() {
    return server.get();
  }
}
