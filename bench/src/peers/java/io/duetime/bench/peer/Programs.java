package io.duetime.bench.peer;

import io.duetime.bench.harness.Rows.MissingPeerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Other processes: main classes of this program, and the one that measures BullMQ in Node. */
public final class Programs {
  private static final String READY = "ready";
  private static final Path SOURCES = Path.of("bench", "src", "peers", "node");
  private static final Path INSTALLED = Path.of("bench", "target", "peers", "bullmq");
  private static final String FILE = "bullmq.mjs";

  /** The command of BullMQ, without arguments. */
  public static final List<String> BULLMQ = List.of("node", INSTALLED.resolve(FILE).toString());

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

  /** Installs the program of BullMQ with its packages before its first run. */
  static void installNode() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    for (String file : List.of("package.json", FILE)) {
      Path copy = INSTALLED.resolve(file);
      Files.copy(SOURCES.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
    }
    if (Files.exists(INSTALLED.resolve("node_modules/bullmq"))) {
      return;
    }
    Path log = INSTALLED.resolve("npm.log");
    ProcessBuilder npm =
        new ProcessBuilder("npm", "install", "--ignore-scripts", "--no-package-lock")
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    try {
      if (npm.start().waitFor() != 0) {
        throw new MissingPeerException("a package of npm, see " + log + ",");
      }
    } catch (IOException missing) {
      throw missing instanceof MissingPeerException ? missing : new MissingPeerException("Node");
    }
  }
}
