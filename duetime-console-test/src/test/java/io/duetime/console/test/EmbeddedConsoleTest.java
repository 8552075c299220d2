package io.duetime.console.test;

class EmbeddedConsoleTest extends ConsoleFlows {
  @Override
  ConsoleServer server() {
    return Servers.embedded();
  }

  @Override
  String engine() {
    return "embedded";
  }
}
