package io.duetime.server.cli;

import io.duetime.TimeSource;
import io.duetime.internal.time.SystemTime;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs the command in this process, against a server of its own for each test. */
final class Shell implements BeforeEachCallback, AfterEachCallback {
  private final SystemTime time = new SystemTime();
  private DuetimeServer server;

  /** What a command printed and exited with. */
  record Ran(int code, String out, String err) {}

  @Override
  public void beforeEach(ExtensionContext context) {
    server =
        DuetimeServer.start(
            ServerSettings.builder().store("memory:").http(new HostPort("127.0.0.1", 0)).build(),
            time);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server.close();
    time.close();
  }

  TimeSource time() {
    return time;
  }

  String url() {
    return "http://127.0.0.1:" + server.http().getPort();
  }

  Ran run(String... args) {
    return runWith("", args);
  }

  Ran runWith(String input, String... args) {
    return run(input, url(), false, args);
  }

  Ran run(String input, String url, boolean isInteractive, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            isInteractive,
            Map.of("DUETIME_SERVER", url),
            time);
    int code = Main.run(terminal, args);
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
