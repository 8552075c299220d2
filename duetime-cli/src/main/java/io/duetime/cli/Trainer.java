package io.duetime.cli;

import io.duetime.RetryableException;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.terminal.Terminal.LogLevel;
import io.duetime.embedded.NativeLibrary;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.runtime.EngineOpener;
import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.time.SystemTime;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs typical calls of servers and commands once. The launcher has Java write the loaded classes
 * to an archive, from which later starts load them: one for servers, and a smaller one for
 * commands, from a separate process.
 */
public final class Trainer {
  private static final long LONGEST_SECONDS = 60;

  /** Each line is a command; its result is ignored. */
  private static final List<List<String>> CALLS =
      List.of(
          List.of("put", "q", "a", "{}", "--delay", "1h", "--header", "a=b"),
          List.of("put", "q", "b", "text"),
          List.of("load", "-", "--queue", "q"),
          List.of("show", "q", "a"),
          List.of("explain", "q", "a"),
          List.of("list", "q"),
          List.of("reschedule", "q", "a", "--delay", "2h"),
          List.of("cancel", "q", "a"),
          List.of("queues"),
          List.of("top", "--once"),
          List.of("work", "q", "--exec", "true", "--max", "1"),
          List.of("doctor"),
          List.of("help"));

  private Trainer() {}

  /**
   * Trains a server in an empty folder, leaves the native library of the store there, and starts
   * the training of commands. Given a URL, trains commands with the server at that URL.
   */
  public static void main(String[] args) throws Exception {
    try (SystemTime time = new SystemTime()) {
      if (args[0].startsWith("http:")) {
        callAll(args[0], time);
      } else {
        serve(Path.of(args[0]), time);
      }
    }
    System.exit(ExitCode.OK);
  }

  private static void serve(Path folder, SystemTime time) throws Exception {
    LogLevel.set("OFF");
    ServerSettings settings =
        ServerSettings.builder()
            .store("embedded:" + folder.resolve("store").toAbsolutePath())
            .http(new HostPort("127.0.0.1", 0))
            .build();
    try (DuetimeServer server = DuetimeServer.startCold(settings, () -> settings, time)) {
      server.warmUp(time);
      trainCommands(folder, "http://127.0.0.1:" + server.http().getPort());
      tryRedis(time);
    }
    NativeLibrary.unpack(folder);
  }

  private static void trainCommands(Path folder, String url) throws Exception {
    Process commands =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:ArchiveClassesAtExit=" + folder.resolve("command.jsa"),
                "-cp",
                System.getProperty("java.class.path"),
                Trainer.class.getName(),
                url)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!commands.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      commands.destroyForcibly();
    }
  }

  /** Loads the classes of a store in Redis, without a Redis server. */
  private static void tryRedis(SystemTime time) {
    String unreachable = "redis://127.0.0.1:1?patience=0s";
    try (Engine engine = EngineOpener.open(unreachable, new EngineContext(time, Map.of()))) {
      engine.capabilities();
    } catch (RetryableException away) {
      return;
    }
  }

  private static void callAll(String url, SystemTime time) {
    try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false)) {
      for (List<String> call : CALLS) {
        byte[] lines = "{\"payload\":1}\n".getBytes(StandardCharsets.UTF_8);
        Terminal terminal =
            new Terminal(
                new ByteArrayInputStream(lines),
                nowhere,
                nowhere,
                false,
                Map.of("DUETIME_SERVER", url),
                time);
        Main.run(terminal, call.toArray(String[]::new));
      }
    }
  }
}
