package io.duetime.packaging.console;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** In the long lanes alone: the console knows nothing but HTTP, whose contract all engines run. */
@EnabledIfSystemProperty(named = "duetime.long", matches = "true")
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
