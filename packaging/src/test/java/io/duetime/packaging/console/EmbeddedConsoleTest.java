package io.duetime.packaging.console;

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
