package io.duetime.cli;

import io.duetime.RetryableException;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.embedded.NativeLibrary;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.runtime.EngineOpener;
import io.duetime.time.SystemTime;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Runs a server and typical commands once, in processes of their own. Java writes the loaded
 * classes of each to an archive, from which later starts load them: one for servers, and a smaller
 * one for commands.
 */
public final class Trainer {
  private static final String SERVER = "server";
  private static final String COMMANDS = "commands";
  private static final long LONGEST_SECONDS = 60;

  /** Enough for profiles; the answers fit into the buffers of a connection. */
  private static final int PROTOCOL_ROUNDS = 1_000;

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
   * Trains a server and commands that call it, each in a process of its own, and leaves their
   * archives and the native library of the store in an empty folder. With {@code server} and a
   * folder, or {@code commands} and a URL, this is such a process.
   */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case SERVER -> serve(Path.of(args[1]));
      case COMMANDS -> callAll(args[1]);
      default -> train(Path.of(args[0]));
    }
    System.exit(ExitCode.OK);
  }

  private static void train(Path folder) throws Exception {
    Process server = start(folder, SERVER, folder.toString());
    try {
      BufferedReader lines = server.inputReader();
      String listens = Objects.requireNonNull(lines.readLine(), "the server did not start");
      String protocol = Objects.requireNonNull(lines.readLine(), "the server has no beanstalkd");
      put(Integer.parseInt(protocol.substring(protocol.lastIndexOf(':') + 1)));
      String url = listens.replaceAll(".*(http://[^,]*),.*", "$1");
      end(start(folder, COMMANDS, url, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      server.destroy();
      end(server);
    } finally {
      server.destroyForcibly();
    }
    NativeLibrary.unpack(folder);
    // Which Java the archives are for.
    Path release = Path.of(System.getProperty("java.home"), "release");
    if (Files.exists(release)) {
      Files.copy(release, folder.resolve("release"));
    }
  }

  /** Starts a process that writes an archive at its end. */
  private static Process start(Path folder, String kind, String argument, String... options)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                archiveOption(folder.resolve(kind.equals(SERVER) ? "server" : "command"))));
    command.addAll(List.of(options));
    // Nothing but the server's lines is read.
    command.add("-Xlog:disable");
    // An archive fits the options of modules that it was made with.
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Trainer.class.getName(), kind, argument));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    // The settings of a server that is used, such as its tokens.
    builder.environment().keySet().removeIf(name -> name.startsWith("DUETIME_"));
    return builder.start();
  }

  /** Since Java 25 an archive also has the profiles of the calls. */
  private static String archiveOption(Path archive) {
    return Runtime.version().feature() < 25
        ? "-XX:ArchiveClassesAtExit=" + archive + ".jsa"
        : "-XX:AOTCacheOutput=" + archive + ".aot";
  }

  private static void end(Process process) throws InterruptedException {
    if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }

  /** Uses the beanstalkd protocol, and waits until its commands have been answered. */
  private static void put(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
      for (int job = 1; job <= PROTOCOL_ROUNDS; job++) {
        String commands = "put 1 0 60 1\r\na\r\nreserve\r\ndelete " + job + "\r\n";
        socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
      }
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    }
  }

  private static void serve(Path folder) {
    try (SystemTime time = new SystemTime()) {
      tryRedis(time);
    }
    String store = "embedded:" + folder.resolve("store").toAbsolutePath();
    Main.main(
        new String[] {
          "server", "--http", "127.0.0.1:0", "--beanstalkd", "127.0.0.1:0", "--store", store
        });
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

  private static void callAll(String url) {
    try (SystemTime time = new SystemTime();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false)) {
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
