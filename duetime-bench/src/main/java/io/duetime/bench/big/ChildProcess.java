package io.duetime.bench.big;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs a task in a JVM of its own and ends it as a crash would. */
final class ChildProcess {
  private final List<String> jvm;

  /** The heap is given as to the JVM, such as 256m. */
  ChildProcess(String heap) {
    this.jvm =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx" + heap,
            "-cp",
            System.getProperty("java.class.path"),
            BigChild.class.getName());
  }

  /** Runs a task on a store; answers what it told, once it is ready and then killed. */
  ChildReport run(String task, Path folder, DueRange shape, long jobs, int payloadBytes)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(jvm);
    Collections.addAll(command, task, folder.toString(), shape.name());
    Collections.addAll(command, Long.toString(jobs), Integer.toString(payloadBytes));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = process.inputReader()) {
      return ChildReport.from(lines);
    } finally {
      process.destroyForcibly().waitFor(); // kill -9
    }
  }
}
