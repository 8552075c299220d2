package io.duetime.console.test;

import java.util.function.Supplier;

/** The stores that flows are tested on, each with a million jobs. */
enum FilledStores {
  EMBEDDED(Servers::embedded),
  REDIS(Servers::redis);

  @SuppressWarnings("ImmutableEnumChecker") // a reference to a method
  private final Supplier<ConsoleServer> server;

  FilledStores(Supplier<ConsoleServer> server) {
    this.server = server;
  }

  ConsoleServer server() {
    return server.get();
  }
}
