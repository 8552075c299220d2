package io.duetime.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Another process that runs a class of these tests, and says on its standard output what it does.
 */
final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts the main method of a class. */
  static ChildJvm start(Class<?> main, int heapMiB, String... arguments) {
    return startBehind(List.of(), main, heapMiB, arguments);
  }

  /** Starts the main method of a class by a command that takes another one to run. */
  static ChildJvm startBehind(
      List<String> before, Class<?> main, int heapMiB, String... arguments) {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heapMiB + "m", "-XX:+UseSerialGC"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      return new ChildJvm(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  long pid() {
    return process.pid();
  }

  /** The next line it says; fails when it has ended instead. */
  String line() {
    try {
      String line = output.readLine();
      if (line == null) {
        throw new AssertionError("the other process ended with " + end());
      }
      return line;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Ends it as kill -9 does, and waits until it has ended. */
  void kill() {
    process.destroyForcibly();
    end();
  }

  /** Waits until it has ended; answers its exit code. */
  int end() {
    try {
      return process.waitFor();
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interruption);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
