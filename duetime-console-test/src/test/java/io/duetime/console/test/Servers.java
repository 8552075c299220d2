package io.duetime.console.test;

import io.duetime.internal.time.Threads;
import io.duetime.redis.fixture.RedisProcess;

/** Filled servers that the tests of a JVM share; they end with it. */
final class Servers {
  private Servers() {}

  /** A filled store in a folder. */
  static ConsoleServer embedded() {
    return OnFolder.SERVER;
  }

  /** A filled store on Redis. */
  static ConsoleServer redis() {
    return OnRedis.SERVER;
  }

  private static ConsoleServer filled(ConsoleServer server) {
    Runtime.getRuntime().addShutdownHook(Threads.daemons("server-end").newThread(server::close));
    FilledStore.fill(server);
    return server;
  }

  private static final class OnFolder {
    static final ConsoleServer SERVER = filled(ConsoleServer.embedded());
  }

  private static final class OnRedis {
    static final ConsoleServer SERVER = filled(ConsoleServer.redis(RedisProcess.start()));
  }
}
