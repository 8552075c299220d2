package io.duetime.bench.peer;

import io.duetime.bench.harness.Rows.MissingPeerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Other processes: main classes of this program, and those of other systems. */
public final class Programs {
  private static final String READY = "ready";
  private static final Path SOURCES = Path.of("bench", "src", "peers", "node");
  private static final Path INSTALLED = Path.of("bench", "target", "peers", "bullmq");
  private static final String FILE = "bullmq.mjs";

  private Programs() {}

  /** The command of a main class with the options of this JVM, some of which others replace. */
  public static List<String> command(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** The command of BullMQ in Node. */
  public static List<String> bullMq(String... arguments) {
    List<String> command = new ArrayList<>(List.of("node", INSTALLED.resolve(FILE).toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** What a program writes; empty if it cannot be run. */
  public static String output(String... command) {
    try {
      Process process = new ProcessBuilder(command).start();
      byte[] output = process.getInputStream().readAllBytes();
      return new String(output, StandardCharsets.UTF_8).strip();
    } catch (IOException missing) {
      return "";
    }
  }

  /** Starts a process and waits until it is ready; what it writes later is not kept. */
  public static Process startReady(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines = process.inputReader();
    for (String line = lines.readLine(); !READY.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("the process has ended: " + command.get(command.size() - 1));
      }
    }
    Thread reader = new Thread(() -> lines.lines().forEach(line -> {}), "output");
    reader.setDaemon(true);
    reader.start();
    return process;
  }

  /** Tells the process that started this one that it is ready. */
  public static void tellReady() {
    System.out.println(READY);
    System.out.flush();
  }

  /**
   * Installs the program of BullMQ with its packages before its first run; returns the version of
   * Node.
   */
  static String installNode() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    for (String file : List.of("package.json", FILE)) {
      Path copy = INSTALLED.resolve(file);
      Files.copy(SOURCES.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
    }
    Path log = INSTALLED.resolve("npm.log");
    ProcessBuilder npm =
        new ProcessBuilder("npm", "install", "--ignore-scripts", "--no-package-lock")
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    String version = output("node", "--version");
    boolean isInstalled = Files.exists(INSTALLED.resolve("node_modules/bullmq"));
    if (version.isEmpty() || (!isInstalled && npm.start().waitFor() != 0)) {
      throw new MissingPeerException("Node with its packages (see " + log + ")");
    }
    return version;
  }
}
