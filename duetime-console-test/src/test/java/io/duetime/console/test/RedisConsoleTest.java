package io.duetime.console.test;

class RedisConsoleTest extends ConsoleFlows {
  @Override
  ConsoleServer server() {
    return Servers.redis();
  }

  @Override
  String engine() {
    return "redis";
  }
}
